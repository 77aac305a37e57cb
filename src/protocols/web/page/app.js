// The page: what the user does, and what the engine is asked for it. All that the page knows of a game it asks over GTP.

import { CONTROLS } from "./clocks.js";
import { connect } from "./connection.js";
import { download, loading, open, readInto } from "./dialogs.js";
import { find, h, show } from "./dom.js";
import { other } from "./game.js";
import { Disconnected } from "./gtp.js";
import { summaryText } from "./review.js";
import { COLORS, analysis, board, clocks, game, gtp, note, players, review, state } from "./state.js";
import { name, render, say, showClocks, showLine, showPoint, showReport, takeReview, view } from "./view.js";

// Seconds that a hint and a move of a review take.
const HINT_TIME = 1;
const REVIEW_TIME = 0.5;

// Lines of the log that are kept.
const LOG_LINES = 500;

// What is shown of each of them, in UTF-16 code units.
const LOG_LENGTH = 2000;

// What the user does is done one thing after the other.
let chain = Promise.resolve();
let wanted = 0;

// Does something on the user's behalf: what the engine thinks about ends, and goes on afterwards with what is then on the
// board.
function act(job) {
  wanted++;
  analysis.clear();
  state.hinted = null;
  if (state.thinking || review.running) gtp.interrupt();
  const mine = wanted;
  chain = chain.then(async () => {
    try {
      await job?.();
      await settle(mine);
    } catch (error) {
      await complain(error);
    }
  });
  return chain;
}

async function complain(error) {
  if (error instanceof Disconnected) return;
  const why = await gtp.ask("why").catch(() => error.message);
  await game.refresh().then(render).catch(() => {});
  say(why);
}

// Shows the position, lets engines move, and begins the analysis where it is a person's turn.
async function settle(mine) {
  await reload();
  while (mine === wanted && !game.over) {
    const color = game.toMove;
    if (game.legal.length === 1 && game.legal[0] === "pass" && players[color].isHuman) {
      await game.play(color, "pass");
      say(`${name(color)} has to pass.`);
    } else if (players[color].isHuman || state.paused || game.undone.length > 0) {
      break;
    } else {
      await think(color);
    }
    await reload();
  }
  if (mine !== wanted) return;
  if (game.over) await announceEnd();
  else if (find("analyze").checked && !state.thinking) analysis.start(state.strongest);
}

async function reload() {
  if (await game.refresh()) await newBoard();
  render();
  if (game.over) clocks.stop();
  else if (game.undone.length === 0) clocks.start(game.toMove);
}

async function newBoard() {
  board.setGeometry(game.geometry);
  const seats = await gtp.json("json-players");
  state.strongest = seats.players[0].name;
  for (const color of COLORS) players[color].setPlayers(seats);
  showVariant();
}

async function think(color) {
  state.thinking = true;
  render();
  try {
    const { control } = clocks;
    const kind = control ? `fischer ${control.main} ${control.increment}` : "none";
    for (const command of [...players[color].commands(control !== null), `kata-time_settings ${kind}`]) await gtp.ask(command);
    if (control) await gtp.ask(`time_left ${color} ${clocks.left(color).toFixed(2)} 0`);
    await gtp.ask(`genmove ${color}`);
    clocks.moved();
    game.undone = [];
    const { lines } = await gtp.json("json-statistics");
    if (lines[0]) note(game.moves.length + 1, lines[0].win_chance, color);
  } finally {
    state.thinking = false;
  }
}

async function announceEnd() {
  say(`${await gtp.ask("gogui-rules_final_result")}.`);
}

function choosePoint(point) {
  if (game.over || state.thinking || !game.position) return;
  const move = game.choose(point);
  if (!move) return render();
  const color = game.toMove;
  const { length } = game.moves;
  act(async () => {
    const follows = game.undone[0]?.[1] === move;
    await game.play(color, move);
    if (!follows) forgetAfter(length);
    clocks.moved();
  });
}

// Another move was played after so many plies: what was known of the rest is of another game.
function forgetAfter(plies) {
  state.chances.length = Math.min(state.chances.length, plies + 1);
  for (const number of [...review.moves.keys()]) if (number > plies) review.moves.delete(number);
}

// Another game begins, with full clocks.
function forgetGame() {
  state.chances = [];
  game.undone = [];
  review.clear();
  find("summary").textContent = "";
  clocks.reset(find("clock").value);
}

// Another game each time, where the engine chooses by chance.
const shuffle = () => gtp.ask(`set_random_seed ${Math.floor(Math.random() * 2 ** 31)}`);

function newGame() {
  return act(async () => {
    forgetGame();
    state.paused = false;
    await gtp.ask("clear_board");
    await shuffle();
  });
}

function setVariant(command) {
  return act(async () => {
    await gtp.ask(command);
    forgetGame();
  });
}

function go(ply) {
  return act(async () => {
    clocks.stop();
    const here = game.moves.length;
    if (ply < here) await game.undoTo(ply);
    else await game.redo(ply - here);
  });
}

// Back to where a person is to move.
function undo() {
  return act(async () => {
    await game.refresh();
    clocks.stop();
    let ply = game.moves.length - 1;
    const human = COLORS.filter((color) => players[color].isHuman);
    if (human.length === 1) while (ply > 0 && game.moves[ply][0] !== human[0]) ply--;
    await game.undoTo(Math.max(0, ply));
  });
}

function redo() {
  const human = COLORS.filter((color) => players[color].isHuman);
  let count = 1;
  if (human.length === 1) while (count < game.undone.length && game.undone[count][0] !== human[0]) count++;
  return go(game.moves.length + Math.min(count, game.undone.length));
}

function hint() {
  act(async () => {
    for (const command of [`set_player ${state.strongest}`, "set_level 0", "set_depth 0", `kata-set-param maxTime ${HINT_TIME}`, "kata-time_settings none"]) {
      await gtp.ask(command);
    }
    state.hinted = await gtp.ask(`reg_genmove ${game.toMove}`);
  });
}

function startReview() {
  if (review.running) return act();
  return act(async () => {
    const here = game.moves.length;
    await game.redo(game.undone.length);
    await game.refresh();
    const done = review.run(state.strongest, REVIEW_TIME);
    render();
    const summary = await done;
    await game.undoTo(here);
    find("summary").textContent = summary ? summaryText(summary) : "";
  });
}

async function load() {
  if (await open("load-dialog") !== "load") return;
  const text = find("load-text").value;
  let command;
  try {
    command = loading(text);
  } catch (error) {
    return say(error.message);
  }
  act(async () => {
    await gtp.ask(command);
    find("clock").value = "none";
    forgetGame();
    for (const color of COLORS) players[color].choose("");
  });
}

async function save() {
  const { game: played, moves } = game.position;
  download(`${played.toLowerCase()}-${moves.length}.sgf`, await gtp.ask("printsgf"));
}

async function copy() {
  await navigator.clipboard.writeText(game.position.position);
  say("The position is copied.");
}

// ---- Game, rules, size

function showVariant() {
  const { game: played, rule, size } = game.position;
  const entry = state.games.find(({ name: known }) => known === played);
  const fill = (id, options, value) => {
    find(id).replaceChildren(...options.map(({ name: option, about }) => h("option", { value: option, title: about ?? "" }, String(option))));
    find(id).value = String(value);
  };
  fill("game", state.games, played);
  // A rule set with options is not in the list.
  const listed = entry.rules.some(({ name }) => name === rule);
  fill("rule", listed ? entry.rules : [...entry.rules, { name: rule }], rule);
  fill("size", entry.sizes.map((lines) => ({ name: lines })), size);
}

const SHORTCUTS = {
  u: undo, r: redo, h: hint, n: newGame, Home: () => go(0), End: () => go(game.line().length), "?": () => open("help-dialog"),
  a: () => find("analyze").click(),
};

function listen() {
  const on = (id, event, handler) => find(id).addEventListener(event, handler);
  on("game", "change", (event) => setVariant(`set_game ${event.target.value}`));
  on("rule", "change", (event) => setVariant(`set_rule ${event.target.value}`));
  on("size", "change", (event) => setVariant(`boardsize ${event.target.value}`));
  on("clock", "change", newGame);
  for (const [id, handler] of Object.entries({ new: newGame, undo, redo, hint, load, save, copy, review: startReview })) on(id, "click", handler);
  on("first", "click", () => go(0));
  on("last", "click", () => go(game.line().length));
  on("about", "click", () => open("help-dialog"));
  on("now", "click", () => gtp.interrupt());
  on("pass", "click", () => act(() => game.play(game.toMove, "pass")));
  on("pause", "click", () => { state.paused = !state.paused; act(); });
  on("resign", "click", () => {
    const color = players[game.toMove].isHuman ? game.toMove : other(game.toMove);
    act(() => gtp.ask(`play ${color} resign`));
  });
  on("analyze", "change", () => { remember(); act(); });
  on("unit", "change", () => { remember(); showReport(analysis.report); });
  on("console", "submit", (event) => {
    event.preventDefault();
    const command = find("command").value.trim();
    find("command").value = "";
    if (command) act(() => gtp.ask(command));
  });
  readInto(find("load-file"), find("load-text"));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && SHORTCUTS[event.key]) SHORTCUTS[event.key]();
  });
  for (const color of COLORS) players[color].onChange = () => { remember(); state.paused = false; act(); };
  clocks.onFlag = (color) => act(() => gtp.ask(`play ${color} resign`)).then(() => say(`${name(color)}’s time is over.`));
  setInterval(showClocks, 100);
}

function log(direction, line) {
  const element = find("log");
  const shown = line.length > LOG_LENGTH ? `${line.slice(0, LOG_LENGTH)} …` : line;
  element.append(`${direction === "sent" ? "> " : ""}${shown}\n`);
  while (element.childNodes.length > LOG_LINES) element.firstChild.remove();
  element.scrollTop = element.scrollHeight;
}

// ---- A page that is loaded again finds its players

const MEMORY = "tengen-players";

function remember() {
  const choices = { analyze: find("analyze").checked, unit: find("unit").value, players: COLORS.map((color) => players[color].state) };
  sessionStorage.setItem(MEMORY, JSON.stringify(choices));
}

function recall() {
  const stored = sessionStorage.getItem(MEMORY);
  players.black.choose("");
  players.white.choose(state.strongest);
  if (!stored) return;
  const choices = JSON.parse(stored);
  find("analyze").checked = choices.analyze;
  find("unit").value = choices.unit;
  COLORS.forEach((color, index) => { players[color].state = choices.players[index]; });
}

async function begin() {
  ({ games: state.games } = await gtp.json("json-games"));
  await shuffle();
  await game.refresh();
  await newBoard();
  recall();
  act();
}

function onState(connected, reason) {
  show(find("banner"), !connected);
  find("banner").textContent = reason;
  if (connected) begin().catch(complain);
}

for (const color of COLORS) find(`side-${color}`).querySelector("b").after(players[color].element);
find("clock").replaceChildren(...CONTROLS.map(([value, text]) => h("option", { value }, text)));
gtp.onLine = log;
board.onPoint = choosePoint;
board.onHover = showPoint;
analysis.onReport = showReport;
analysis.onLine = showLine;
review.onMove = takeReview;
view.onGo = go;
listen();
connect(gtp, onState);
