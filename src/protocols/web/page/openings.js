// How games begin otherwise than by turns: by what the engine puts or takes in an opening, by a choice, and in matches.

import { act, atBest, begin, consult, reload, search, shuffle, think } from "./actions.js";
import { find } from "./dom.js";
import { COLORS, board, clocks, game, gtp, match, opening, state } from "./state.js";
import { t } from "./texts.js";

// Seconds that a balanced opening takes.
const OPENING_TIME = 2;

// Moves by lot that both games of a pair begin with: an even number.
const OPENING = 4;

// The first moves of two games of a match: balanced, or by lot.
export async function drawOpening() {
  await shuffle();
  if (opening.kind === "balanced") {
    await reload();
    match.opening = await balance();
    return;
  }
  const moves = Array.from({ length: OPENING }, (_, ply) => `genmove ${COLORS[ply % 2]}`);
  match.opening = (await gtp.all(["set_player random", "set_level 0", "set_depth 0", "kata-time_settings none", ...moves])).slice(-OPENING);
}

// Engines play so many games; one is no match. Two games of a match have one opening: in place of Swap2 it is a balanced one.
export function startMatch(games) {
  const kind = find("opening").value;
  return act(async () => {
    state.paused = false;
    await begin(["clear_board"], games > 1 && kind === "swap2" ? "balanced" : kind);
    match.start(games);
    if (games > 1) await drawOpening();
  });
}

// Moves that begin a game, Black's first.
const playAll = (moves) => gtp.ask(`gogui-play_sequence ${moves.map((move, ply) => `${COLORS[ply % 2]} ${move}`).join(" ")}`);

// Three stones that neither side is better with.
async function balance() {
  const points = (await search([...atBest(OPENING_TIME), "swap2"])).at(-1).split(" ");
  await playAll(points);
  return points;
}

// The engine takes its step of an opening: three stones at once, a choice, or where some stones of several stand, the next one.
export async function open({ does, seat, number }) {
  if (does === "put" && number > 1) return think(seat, game.toMove);
  if (does === "choose") {
    take((await consult(seat, "swap2"))[0]);
    return null;
  }
  let points;
  if (does === "balance") points = await balance();
  else {
    points = (await consult(seat, "swap2"))[0].split(" ");
    await playAll(points);
    clocks.moved();
  }
  state.notice = `${t("opening.stones", { points: points.join(" ") })} `;
  return null;
}

// What was chosen in an opening. The game goes on from here, where it had gone on otherwise, too.
function take(choice) {
  const { player } = opening.step(game.tree);
  opening.choose(game.tree.here, choice);
  // Black has moved already.
  if (choice === "black") clocks.moved();
  if (choice !== "more") state.notice = `${t("opening.takes", { player: t(`opening.${player}`), side: t(choice) })} `;
  state.goesOn = game.isEarlier;
}

// A person chooses: black, white or more.
export function choose(choice) {
  if (find("choice").contains(document.activeElement)) board.focus();
  return act(() => { if (opening.step(game.tree)?.does === "choose") take(choice); });
}
