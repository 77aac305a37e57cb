// The page: what the user may do, the way to the engine, and what a page finds again.

import {
  OPENINGS, act, back, choosePoint, cut, engineMoves, go, hint, last, newBoard, newGame, openAddress, playMove, promote, redo, resign, resume,
  setColumns, setComment, setVariant, shuffle, startReview, step, toMainLine, undo,
} from "./actions.js";
import { controls } from "./clocks.js";
import { chosenColumns } from "./columns.js";
import { connect } from "./connection.js";
import { find, h, open, show } from "./dom.js";
import { keep, kept, recall, recollect, remember, restore } from "./keep.js";
import { COLORS, analysis, board, clocks, game, gtp, match, players, review, state } from "./state.js";
import { LANGUAGES, language, setLanguage, translate } from "./texts.js";
import {
  render, showAccess, showClocks, showLine, showPoint, showReport, takeReview, view,
} from "./view.js";

// Lines of the log that are kept.
const LOG_LINES = 500;

// What is shown of each of them, in UTF-16 code units.
const LOG_LENGTH = 2000;

// What was said over GTP, and the frame that will show it.
const said = [];
let frame = 0;

// Pixels of a line, and of the least notch of a wheel; and how far it was turned since the last one.
const LINE = 20;
const NOTCH = 40;
let rolled = 0;

// What is not needed for the first board is loaded after it.
const EDITOR = () => import("./editor.js");
const GRAPH = () => import("./graph.js");
const PICTURES = () => import("./picture.js");
const PROOF = () => import("./proof.js");
const RECORDS = () => import("./records.js");
const RETRIES = () => import("./retry.js");
const SOUND = () => import("./sound.js");
const TOUCH = () => import("./touch.js");
const VERDICTS = () => import("./verdicts.js");

// Those that show something of each position: the functions for it, and what calls them.
const SHOWN = [[GRAPH, "showGraph", "onGraph"], [VERDICTS, "showReview", "onReview"], [SOUND, "hear", "onMoves"], [PROOF, "showProof", "onProof"]];

// A function of such a file, with these arguments.
const later = (load, name, ...values) => () => load().then((file) => file[name](...values));

const [previousMoment, nextMoment] = [-1, 1].map((by) => later(RETRIES, "goToMoment", by));
const [startRetry, leaveRetry, reveal] = ["startRetry", "leaveRetry", "reveal"].map((name) => later(RETRIES, name));

const SHORTCUTS = {
  k: previousMoment, j: nextMoment, t: startRetry, Escape: leaveRetry,
  // Where a better move is looked for, it is the hint.
  u: undo, r: redo, h: () => (state.retry ? reveal() : hint()), n: newGame, m: toMainLine, Home: () => go(0), End: last, ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  "?": () => open("help-dialog"), s: later(EDITOR, "setUp"), a: () => find("analyze").click(),
};

function listen() {
  const on = (id, event, handler) => find(id).addEventListener(event, handler);
  on("game", "change", (event) => setVariant(`set_game ${event.target.value}`, "free"));
  on("rule", "change", (event) => setVariant(`set_rule ${event.target.value}`));
  on("size", "change", (event) => setVariant(`boardsize ${event.target.value}`));
  for (const id of ["clock", "opening"]) on(id, "change", () => newGame());
  const buttons = {
    new: newGame, back, undo, redo, hint, load: later(RECORDS, "load"), save: later(RECORDS, "save"), promote, cut, resume, resign, last, trunk: toMainLine, engine: engineMoves, review: startReview,
    copy: later(RECORDS, "copyPosition"), link: later(RECORDS, "copyLink"), "set-up": later(EDITOR, "setUp"), svg: later(PICTURES, "saveSvg"), png: later(PICTURES, "savePng"), gif: later(PICTURES, "saveGif"), first: () => go(0), now: () => gtp.interrupt(),
    about: () => open("help-dialog"), share: () => open("share-dialog"), settings: () => open("settings-dialog"),
    "proof-play": later(PROOF, "playProof"), "proof-save": later(PROOF, "saveCertificate"), "previous-moment": previousMoment, "next-moment": nextMoment, retry: startRetry, reveal, "keep-tried": later(RETRIES, "keepTried"),
    "retry-next": later(RETRIES, "retryNext"), "leave-retry": leaveRetry,
    "take-black": later(OPENINGS, "choose", "black"), "take-white": later(OPENINGS, "choose", "white"), "put-more": later(OPENINGS, "choose", "more"),
    pass: () => act(() => game.play(game.toMove, "pass")), pause: () => { state.paused = !state.paused; act(); },
  };
  for (const [id, handler] of Object.entries(buttons)) on(id, "click", () => handler());
  on("analyze", "change", () => { remember(); act(); });
  on("match", "change", (event) => later(OPENINGS, "startMatch", Number(event.target.value))());
  on("numbers", "change", () => { remember(); render(); });
  on("threats", "change", (event) => { game.wantsThreats = event.target.checked; remember(); act(); });
  on("proof", "toggle", ({ target }) => {
    // What is opened by the page itself says so, too.
    if (game.wantsProof === target.open) return;
    game.wantsProof = target.open;
    remember();
    act();
  });
  on("columns", "change", (event) => setColumns(event.target.value));
  on("language", "change", (event) => setLanguage(event.target.value));
  on("unit", "change", () => { remember(); showReport(analysis.report); view.onGraph(); view.onReview(); });
  on("comment", "change", (event) => setComment(game.tree.here, event.target.value.trim()));
  on("console", "submit", (event) => {
    event.preventDefault();
    const command = find("command").value.trim();
    find("command").value = "";
    if (command) act(() => gtp.ask(command));
  });
  on("board", "wheel", roll);
  find("log").closest("details").addEventListener("toggle", showLog);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog") || event.defaultPrevented;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (state.setup) later(EDITOR, "press", event.key)();
    else if (Object.hasOwn(SHORTCUTS, event.key)) SHORTCUTS[event.key]();
  });
  for (const color of COLORS) players[color].onChange = () => { remember(); match.start(1); state.paused = false; act(); };
  clocks.onFlag = (color) => act(() => gtp.ask(`play ${color} resign`));
  setInterval(showClocks, 100);
  window.addEventListener("resize", () => { if (game.position) view.onGraph(); });
  window.addEventListener("hashchange", () => act(openAddress));
  window.addEventListener("pagehide", () => { if (game.position) keep(); if (state.ready) remember(); });
}

// The wheel over the board steps through the game, by a notch of a mouse, or as much of a touchpad; where there is none to step
// through, and with Ctrl, it does what it does elsewhere.
function roll(event) {
  if (state.setup || event.ctrlKey || !game.position || game.tree.nodes.size === 1) return;
  event.preventDefault();
  const way = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE;
  rolled = Math.sign(way) === Math.sign(rolled) ? rolled + way : way;
  if (Math.abs(rolled) < NOTCH) return;
  rolled = 0;
  step(Math.sign(way));
}

function log(direction, line) {
  const shown = line.length > LOG_LENGTH ? `${line.slice(0, LOG_LENGTH)} …` : line;
  said.push(`${direction === "sent" ? "> " : ""}${shown}\n`);
  if (said.length > 2 * LOG_LINES) said.splice(0, said.length - LOG_LINES);
  showLog();
}

// Where the log is open, it has the last lines, once a frame: each change of it lays out the page.
function showLog() {
  const element = find("log");
  if (frame !== 0 || !element.closest("details").open) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    element.textContent = said.slice(-LOG_LINES).join("");
    element.scrollTop = element.scrollHeight;
  });
}

// The engine is there. Until it has told what is on the board, or has failed, nothing can be done on the page.
async function begin() {
  try {
    await findGame();
  } finally {
    state.ready = true;
    showAccess();
    loadOthers();
  }
}

// What was not needed before. How fingers choose points only where there may be fingers.
function loadOthers() {
  for (const load of [EDITOR, OPENINGS, PICTURES, RECORDS, RETRIES]) load();
  for (const [load, name, event] of SHOWN) {
    load().then((file) => {
      view[event] = file[name];
      if (game.position) file[name]();
    });
  }
  if (matchMedia("(any-pointer: coarse)").matches) TOUCH().then(({ listen: begins }) => begins(chosen));
}

// The engine has the game of this tab, or, where it is another engine, it is given it.
async function findGame() {
  // Moves are answered whole, whatever else is asked for.
  await gtp.ask("set_pointwise off");
  if (chosenColumns()) await gtp.ask(`set_columns ${chosenColumns()}`);
  ({ games: state.games, columns: state.columns } = await gtp.json("json-games"));
  await shuffle();
  await game.refresh();
  const before = kept();
  if (before) {
    // An older page has kept one.
    state.before = [before.before ?? []].flat();
    const isNew = game.tree.nodes.size === 1 && before.record !== game.record;
    if (isNew) await restore(before).catch(() => {});
    else recollect(before);
  }
  await newBoard();
  recall();
  await openAddress();
}

// A move that is chosen, point by point, is played, or tried.
const takeMove = (move) => (state.retry ? later(RETRIES, "tryMove", move)() : act(() => playMove(move)));
const chosen = (point) => choosePoint(point, takeMove);

function onState(connected, reason) {
  show(find("banner"), !connected);
  find("banner").textContent = reason;
  if (connected) act(begin, { isRetry: true });
}

for (const color of COLORS) find(`side-${color}`).append(players[color].element);
find("clock").replaceChildren(...controls().map(([value, text]) => h("option", { value }, text)));
gtp.onLine = log;
game.onLetters = (renamed) => { review.rename(renamed); match.rename(renamed); };
board.onPoint = (point) => (state.setup ? later(EDITOR, "paint", point, true)() : chosen(point));
board.onHover = showPoint;
analysis.onReport = showReport;
analysis.onLine = showLine;
review.onMove = takeReview;
view.onGo = go;
find("language").replaceChildren(...Object.entries(LANGUAGES).map(([value, name]) => h("option", { value, lang: value }, name)));
find("language").value = language;
translate();
listen();
connect(gtp, onState);
