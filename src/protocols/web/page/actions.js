// What the user does, and what the engine is asked for it. All that the page knows of a game it asks over GTP.

import { follow, linked } from "./address.js";
import { chooseColumns } from "./columns.js";
import { find } from "./dom.js";
import { other } from "./game.js";
import { Disconnected, GtpError } from "./gtp.js";
import { keep, remember, restore, snapshot } from "./keep.js";
import {
  COLORS, analysis, board, clocks, game, gtp, match, note, opening, playerToAct, players, review, seatToAct, state,
} from "./state.js";
import { t } from "./texts.js";
import { canMove, render, resultText, say, showMatch, showPoint, showVariant } from "./view.js";

// Seconds that a hint and a move of a review take.
const HINT_TIME = 1;
export const REVIEW_TIME = 0.5;

// Milliseconds that the end of a game of a match is shown.
const BETWEEN_GAMES = 1000;

// So many games before are kept.
const GAMES_BEFORE = 10;

// What openings and matches need is not needed for the first board.
export const OPENINGS = () => import("./openings.js");

// What the user does is done one thing after the other.
let chain = Promise.resolve();
let wanted = 0;

// So much of it is not on the board yet; and when it will be.
let busy = 0;
let shown = Promise.resolve();

// Does something on the user's behalf: what the engine thinks about ends, and goes on afterwards with what is then on the
// board. Where a better move is looked for, that ends first, unless the job `isRetry`.
export function act(job, { isRetry = false } = {}) {
  wanted++;
  if (state.thinking || review.running || state.retry?.verdict === "judging") gtp.interrupt();
  const left = isRetry ? null : state.retry;
  if (left) state.retry = null;
  analysis.clear();
  showPoint(null);
  state.hinted = null;
  const mine = wanted;
  busy++;
  shown = chain.then(async () => {
    state.notice = "";
    try {
      if (left) {
        await game.goTo(left.from);
        await game.refresh();
      }
      await job?.();
      await reload();
    } finally {
      busy--;
    }
  });
  chain = shown.then(() => settle(mine)).catch(complain);
  return chain;
}

async function complain(error) {
  if (error instanceof Disconnected) return;
  const why = await gtp.ask("why").catch(() => error.message);
  // The engine moves on where it is its turn.
  await reload().then(() => settle(wanted)).catch(() => {});
  say(why);
}

const passNotice = (color) => `${t("hadToPass", { side: t(color) })} `;

// Lets engines move, and begins the analysis where it is a person's turn.
async function settle(mine) {
  while (mine === wanted && !state.setup && !state.retry && !game.over && (!game.isEarlier || state.goesOn)) {
    const [color, step, isHuman] = [game.toMove, opening.step(game.tree), playerToAct()?.isHuman];
    const passes = String(game.legal) === "pass";
    if (isHuman && passes) {
      await game.play(color, "pass");
      state.notice = passNotice(color);
      await reload();
    } else if (isHuman || (state.paused && !state.goesOn)) {
      break;
    } else {
      state.goesOn = false;
      const best = step ? await (await OPENINGS()).open(step) : await think(color, color);
      if (passes) state.notice = passNotice(color);
      // Between engines it has been said for a move.
      else if (!players[other(color)].isHuman && state.notice === passNotice(other(color))) state.notice = "";
      await reload();
      if (best) note(game.tree.here, best, color, true);
    }
  }
  state.goesOn = false;
  if (mine !== wanted || state.setup || state.retry) return;
  if (game.over) await finish(mine);
  else if (find("analyze").checked && !state.thinking) analysis.start(state.strongest);
}

// The game is over: what its result is, and in a match the next one after a while.
async function finish(mine) {
  const result = `${state.notice}${resultText(game.position.result)}`;
  match.count(game.position.result);
  showMatch();
  const [black, white] = COLORS.map((color) => match.points(color));
  say(match.games > 1 && !match.goesOn ? `${result} ${t("match.over", { black, white })}` : result);
  if (!match.goesOn || state.paused) return;
  await new Promise((resolve) => { setTimeout(resolve, BETWEEN_GAMES); });
  if (mine !== wanted) return;
  swapPlayers();
  await renew(["clear_board"]);
  if (match.next()) await gtp.all(match.opening.map((move, ply) => `play ${COLORS[ply % 2]} ${move}`));
  else await (await OPENINGS()).drawOpening();
  await reload();
  await settle(mine);
}

function swapPlayers() {
  const [black, white] = COLORS.map((color) => players[color].state);
  [players.black.state, players.white.state] = [white, black];
}

export async function reload() {
  if (await game.refresh()) await newBoard();
  takeSeats();
  render();
  keep();
  follow();
  if (game.over || state.setup) clocks.stop();
  else if (!game.isEarlier && game.moves.length > 0) clocks.start(seatToAct());
}

// The players have the seats that they chose on the line on the board.
function takeSeats() {
  if (opening.swaps(game.tree) === opening.isSwapped) return;
  opening.isSwapped = !opening.isSwapped;
  swapPlayers();
  clocks.swap();
  remember();
}

export async function newBoard() {
  board.setGeometry(game.geometry);
  const seats = await gtp.json("json-players");
  state.strongest = seats.players[0].name;
  for (const color of COLORS) players[color].setPlayers(seats);
  showVariant();
}

// The player on a seat moves for a side; the line that it expects, where it plays as well as it can.
export async function think(seat, color) {
  const answers = consult(seat, `genmove ${color}`);
  game.ahead();
  const [, statistics] = await answers;
  clocks.moved();
  const [best] = JSON.parse(statistics).lines;
  return best && players[seat].isStrong ? best : null;
}

// What the player on a seat answers to a command, with the time of its clock, and the statistics of its search.
export async function consult(seat, command) {
  const { control } = clocks;
  const kind = control ? `fischer ${control.main} ${control.increment}` : "none";
  const left = control ? [`time_left ${game.toMove} ${clocks.left(seat).toFixed(2)} 0`] : [];
  const answers = await search([...players[seat].commands(control !== null), `kata-time_settings ${kind}`, ...left, command, "json-statistics"]);
  return answers.slice(-2);
}

// The answers to commands with which the engine thinks.
export async function search(commands) {
  state.thinking = true;
  render();
  try {
    return await gtp.all(commands);
  } finally {
    state.thinking = false;
  }
}

// The default player is asked, at full strength.
export const atBest = (seconds) => [
  `set_player ${state.strongest}`, "set_level 0", "set_depth 0", `kata-set-param maxTime ${seconds}`, "kata-time_settings none",
];

// A point of the board is chosen, and `onMove` gets the move that it makes whole. What was asked for before is done first; where it
// is the engine's turn then, the click means nothing.
export function choosePoint(point, onMove) {
  if (!game.position || state.setup || !canMove()) return;
  if (busy > 0) {
    shown.then(() => choosePoint(point, onMove), () => {});
    return;
  }
  const move = game.choose(point);
  if (!move) return render();
  board.showPending(point, game.toMove);
  onMove(move);
}

// A person's move.
export async function playMove(move) {
  const step = opening.step(game.tree);
  await game.play(game.toMove, move);
  // Who puts several stones has moved with the last.
  if (step?.number === step?.count) clocks.moved();
}

// Another game begins, which ends a match.
export async function begin(commands, kind) {
  match.start(1);
  return renew(commands, kind);
}

// Another game begins, with full clocks; the one before can be had back.
export async function renew(commands, kind = opening.kind) {
  const before = game.isFresh ? [] : [snapshot()];
  const answers = await gtp.all(commands);
  state.before = [...state.before, ...before].slice(-GAMES_BEFORE);
  state.setup = null;
  state.retry = null;
  state.values = new Map();
  game.tree.forget();
  review.clear();
  clocks.reset(find("clock").value);
  opening.begin(kind);
  find("opening").value = kind;
  return answers;
}

// Another game each time, where the engine chooses by chance.
export const shuffle = () => gtp.ask(`set_random_seed ${Math.floor(Math.random() * 2 ** 31)}`);

export function newGame() {
  const kind = find("opening").value;
  return act(async () => {
    state.paused = false;
    await begin(["clear_board"], kind);
    await shuffle();
  });
}

// Columns have other letters from now on, also on pages that are loaded later.
export function setColumns(name) {
  chooseColumns(name);
  state.columns = name;
  return act(() => gtp.ask(`set_columns ${name}`));
}

export function setVariant(command, kind = find("opening").value) {
  return act(() => begin([command], kind));
}

// A game from a position, in the words of set_position.
export function playFrom(position) {
  return begin([`set_position ${position}`], "free");
}

// A record, or a position, takes the place of the game; two people play on. How it was read is said.
export async function loadGame(command) {
  const [notes] = await begin([command], "free");
  if (notes) state.notice = `${t("load.notes", { notes: notes.split("\n").join("; ") })} `;
  find("clock").value = "none";
  clocks.reset("none");
  for (const color of COLORS) players[color].choose("");
}

// Puts the game that the page's address leads to on the board; where it has none that can be opened, that is said, and the game
// on the board stays. Part of a job.
export async function openAddress() {
  try {
    const found = await linked();
    if (!found) return;
    await loadGame(`load_record ${encodeURIComponent(found.record)}`);
    await game.refresh();
    await game.goTo(game.tree.order()[found.place] ?? 0);
    await newBoard();
  } catch (error) {
    if (error instanceof Disconnected) throw error;
    const why = error instanceof GtpError ? await gtp.ask("why") : error.message;
    state.notice = `${t("link.refused", { why })} `;
  }
}

// The game before; this one is behind all others, so that one after another comes back.
export function back() {
  return act(async () => {
    const now = game.isFresh ? [] : [snapshot()];
    const before = state.before.at(-1);
    if (!before) return;
    review.clear();
    await restore(before);
    state.before = [...now, ...state.before.slice(0, -1)];
    await newBoard();
  });
}

// To another position of the tree, where there is one: `target` finds its node when all that was asked for before is done.
function travel(target) {
  return act(async () => {
    const number = target();
    if (number === undefined) return;
    clocks.stop();
    await game.goTo(number);
  });
}

export const go = (number) => travel(() => number);

// The only side that a person plays, or undefined.
function onlyHuman() {
  const human = COLORS.filter((color) => players[color].isHuman);
  return human.length === 1 ? human[0] : undefined;
}

// Who moved after so many moves of a line.
const mover = (line, plies) => opening.putter(line, plies) ?? game.tree.get(line[plies]).color;

// To the next position that a person is to move in, back or forward; by one move where both sides are people, or none. On the way
// back a person may choose again, too.
export function undo() {
  return travel(() => {
    const { tree } = game;
    const [path, human] = [tree.path(), onlyHuman()];
    const chooses = (plies) => human !== undefined && opening.chooser(path, plies) === human;
    const chosenHere = opening.chooser(path, path.length);
    if (players[chosenHere]?.isHuman && opening.reopen(tree.here)) return tree.here;
    let ply = path.length - 1;
    if (human) while (ply > 0 && mover(path, ply) !== human && !chooses(ply)) ply--;
    const number = ply > 0 ? path[ply - 1] : 0;
    if (chooses(ply) && mover(path, ply) !== human) opening.reopen(number);
    return number;
  });
}

export function redo() {
  return travel(() => {
    const [line, human] = [game.tree.line(), onlyHuman()];
    let plies = game.tree.path().length + 1;
    if (human) while (plies < line.length && mover(line, plies) !== human) plies++;
    return line[plies - 1] ?? line.at(-1);
  });
}

// So many moves are still to be stepped over.
let steps = 0;

// By one move, back (-1) or forward (1). Steps that follow quickly are one way.
export function step(by) {
  const isAsked = steps !== 0;
  steps += by;
  if (isAsked) return;
  travel(() => {
    const [line, place] = [game.tree.line(), game.tree.path().length];
    const next = Math.min(line.length, Math.max(0, place + steps));
    steps = 0;
    return next === 0 ? 0 : line[next - 1];
  });
}

export const last = () => travel(() => game.tree.line().at(-1) ?? 0);

// Back to the main line, to where this line departs from it; from there on the main line is the one that is followed.
export const toMainLine = () => travel(() => {
  const trunk = game.tree.trunk();
  game.tree.forget();
  return trunk;
});

export function promote() {
  return act(() => gtp.ask(`promote ${game.tree.here}`));
}

export function cut() {
  if (game.tree.here === 0) return;
  const before = snapshot();
  act(async () => {
    await gtp.ask(`cut ${game.tree.here}`);
    state.before = [...state.before, before].slice(-GAMES_BEFORE);
  });
}

export function setComment(number, text) {
  return act(() => gtp.ask(`comment ${number} ${encodeURIComponent(text)}`));
}

// The side of the engine moves, also in an earlier position.
export function engineMoves() {
  state.goesOn = true;
  return act();
}

// A resignation, or a loss on time, is taken back.
export function resume() {
  return act(() => gtp.ask("undo"));
}

export function resign() {
  const color = playerToAct()?.isHuman ? seatToAct() : COLORS.find((side) => players[side].isHuman);
  return act(() => gtp.ask(`play ${color} resign`));
}

export function hint() {
  act(async () => {
    const answers = await gtp.all([...atBest(HINT_TIME), `reg_genmove ${game.toMove}`]);
    state.hinted = answers.at(-1);
  });
}

export function startReview() {
  if (review.running) return act();
  return act(async () => {
    const { here } = game.tree;
    await game.goTo(game.tree.line().at(-1) ?? 0);
    await game.refresh();
    const done = review.run(game.tree.path(), state.strongest, REVIEW_TIME);
    render();
    await done;
    await game.goTo(here);
  });
}
