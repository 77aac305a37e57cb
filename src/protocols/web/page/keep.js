// What this tab keeps of its game: a page that is loaded again goes on with it, and so does one that finds another engine.

import { renaming } from "./columns.js";
import { find } from "./dom.js";
import { renamedMoves } from "./review.js";
import { COLORS, clocks, game, gtp, opening, players, review, state } from "./state.js";

const KEY = "tengen-game";

// The game as it stands. What is known of its positions is kept by their places in the record: numbers of nodes differ from
// engine to engine. A review that runs ends with the page.
export function snapshot() {
  const places = new Map(game.tree.order().map((number, place) => [number, place]));
  const byPlace = (known) => [...known].filter(([number]) => places.has(number)).map(([number, value]) => [places.get(number), value]);
  return {
    record: game.record, columns: game.position.columns, count: places.size, place: places.get(game.tree.here),
    values: byPlace(state.values), review: byPlace(review.moves), judged: review.summary?.count ? null : review.summary, clocks: clocks.state, opening: opening.state(byPlace),
    retry: state.retry && [state.retry.node, state.retry.from].map((number) => places.get(number)),
  };
}

export function keep() {
  const now = snapshot();
  // What is too long for the browser is that of the session alone, the oldest games first.
  for (let first = 0; first <= state.before.length; first++) {
    try {
      return sessionStorage.setItem(KEY, JSON.stringify({ ...now, before: state.before.slice(first) }));
    } catch {
      continue;
    }
  }
}

export function kept() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
}

// Takes over what was known of the game that is on the board.
export function recollect({ count, columns, values = [], review: moves, judged = null, clocks: times, opening: begun, retry = null }) {
  const order = game.tree.order();
  const byNumber = (known) => new Map(known.map(([place, value]) => [order[place], value]));
  opening.begin("free");
  // Also where the page was left while a move was on its way.
  if (begun) opening.restore(begun, byNumber);
  if (order.length !== count) return;
  state.values = byNumber(values);
  review.restore(renamedMoves(byNumber(moves), renaming(columns, game.position.columns)), judged);
  clocks.state = times;
  state.retry = retry && { node: order[retry[0]], from: order[retry[1]] };
}

// Puts a game on the board as it stood.
export async function restore(before) {
  await gtp.ask(`load_record ${encodeURIComponent(before.record)}`);
  game.tree.forget();
  await game.refresh();
  await gtp.ask(`go_to ${game.tree.order()[before.place] ?? 0}`);
  await game.refresh();
  recollect(before);
}

// ---- Who plays, and what is shown

const CHOICES = "tengen-players";

export function remember() {
  const choices = { analyze: find("analyze").checked, unit: find("unit").value, numbers: find("numbers").value, threats: game.wantsThreats, proof: game.wantsProof, players: COLORS.map((color) => players[color].state) };
  sessionStorage.setItem(CHOICES, JSON.stringify(choices));
}

export function recall() {
  const stored = sessionStorage.getItem(CHOICES);
  players.black.choose("");
  players.white.choose(state.strongest);
  if (!stored) return;
  const choices = JSON.parse(stored);
  find("analyze").checked = choices.analyze;
  find("unit").value = choices.unit;
  find("numbers").value = choices.numbers ?? "0";
  find("threats").checked = game.wantsThreats = choices.threats ?? false;
  find("proof").open = game.wantsProof = choices.proof ?? false;
  COLORS.forEach((color, index) => { players[color].state = choices.players[index]; });
}
