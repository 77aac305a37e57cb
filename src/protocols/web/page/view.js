// What is shown of the state: board, moves, graph, clocks, buttons.

import { linesByPoint, values } from "./analysis.js";
import { clockText } from "./clocks.js";
import { find, h, show } from "./dom.js";
import { drawGraph } from "./graph.js";
import { COLORS, analysis, board, clocks, game, note, players, review, state } from "./state.js";

// Milliseconds that the pointer rests on a point before its line is shown.
const REST = 400;

let resting = 0;

// `onGo` is called with the ply that is wanted on the board.
export const view = { onGo: () => {} };

export const name = (color) => color[0].toUpperCase() + color.slice(1);

export function say(text) {
  find("status").textContent = text;
}

export function render() {
  if (!game.position) return;
  const { moves } = game;
  board.setPosition({ board: game.position.board, last: moves.at(-1), next: game.over ? new Set() : game.next(), chosen: game.chosen });
  board.setExpected(state.hinted ? [state.hinted] : [], game.toMove);
  showReport(analysis.report);
  renderMoves();
  renderGraph();
  const human = COLORS.some((color) => players[color].isHuman);
  find("remark").textContent = [game.remark, game.position.opening].filter(Boolean).join(", ");
  if (!game.over) {
    const who = players[game.toMove].isHuman || !state.thinking ? "to move" : `(${players[game.toMove].name}) is thinking`;
    say(`${name(game.toMove)} ${who}.`);
  }
  for (const color of COLORS) find(`side-${color}`).classList.toggle("to-move", !game.over && game.toMove === color);
  find("undo").disabled = find("first").disabled = moves.length === 0;
  find("redo").disabled = find("last").disabled = game.undone.length === 0;
  find("resign").disabled = game.over || !human;
  find("hint").disabled = game.over || state.thinking;
  find("review").disabled = moves.length === 0;
  find("review").textContent = review.running ? "Stop the review" : "Review game";
  show(find("pass"), !state.thinking && game.legal.includes("pass"));
  show(find("now"), state.thinking && human);
  show(find("pause"), !human && !game.over);
  find("pause").textContent = state.paused ? "Go on" : "Pause";
}

function renderMoves() {
  const here = game.moves.length;
  const buttons = game.line().map(([color, move], index) => {
    const number = index + 1;
    const mark = number === here ? "here" : number > here ? "undone" : "";
    const label = `${number}. ${color === "black" ? "●" : "○"} ${move}${review.sign(number)}`;
    return h("button", { type: "button", class: mark, "aria-label": `Move ${number}, ${color} ${move}`, click: () => view.onGo(number) }, label);
  });
  find("moves").replaceChildren(...buttons);
  const current = find("moves").querySelector(".here");
  if (current) find("moves").scrollTop = current.offsetTop - find("moves").offsetTop - 60;
  find("verdict").replaceChildren(...[review.describe(here)].filter(Boolean));
}

function renderGraph() {
  drawGraph(find("graph"), { chances: state.chances, plies: game.line().length, ply: game.moves.length, losses: review.losses(), go: view.onGo });
}

export function showReport(report) {
  board.setValues(report ? values(report, game.chosen, find("unit").value) : []);
  const best = report?.lines[0];
  if (best) {
    note(game.moves.length, best.win_chance, game.toMove);
    renderGraph();
  }
}

export function showLine(line) {
  if (game.position) board.setExpected(line?.pv ?? (state.hinted ? [state.hinted] : []), game.toMove);
}

// The best line through the point under the pointer, once it rests there.
export function showPoint(point) {
  clearTimeout(resting);
  showLine(null);
  const line = point && analysis.report && linesByPoint(analysis.report, game.chosen).get(point);
  if (line) resting = setTimeout(() => showLine(line), REST);
}

export function takeReview(move) {
  note(move.number - 1, move.best.win_chance ?? 0.5, move.color);
  if (move.played.win_chance !== null) note(move.number, move.played.win_chance, move.color);
  renderMoves();
  renderGraph();
}

export function showClocks() {
  for (const color of COLORS) {
    find(`clock-${color}`).textContent = clocks.control ? clockText(clocks.left(color)) : "";
  }
}
