// What is shown of the state: board, moves, graph, clocks, buttons.

import { linesByPoint, values } from "./analysis.js";
import { pointsOf } from "./board.js";
import { clockText } from "./clocks.js";
import { find, h, show } from "./dom.js";
import { drawGraph } from "./graph.js";
import { COLORS, analysis, board, clocks, game, note, players, review, state } from "./state.js";
import { t } from "./texts.js";

// Milliseconds that the pointer rests on a point before its line is shown.
const REST = 400;

let resting = 0;

// The point that it rests on.
let rested = null;

// `onGo` is called with the number of the node whose position is wanted on the board.
export const view = { onGo: () => {} };

export const name = (color) => color[0].toUpperCase() + color.slice(1);

export function say(text) {
  find("status").textContent = text;
}

// Whether a point that is chosen means a move: in earlier positions people may move for the engine, too.
export function canMove() {
  return !game.over && !state.thinking && (players[game.toMove].isHuman || game.isEarlier || state.paused);
}

export function render() {
  if (!game.position) return;
  showAccess();
  if (state.setup) return renderSetup();
  const { moves, tree } = game;
  const human = COLORS.some((color) => players[color].isHuman);
  board.setPosition({
    board: game.shown(), plies: moves.length, last: moves.at(-1), next: game.over ? new Set() : game.next(), chosen: game.chosen, mayMove: canMove(),
    numbers: numbersOf(moves, Number(find("numbers").value)),
  });
  showLine(null);
  showReport(analysis.report);
  renderMoves();
  renderGraph();
  find("remark").replaceChildren(...remark());
  announce(moves.at(-1));
  if (!game.over) {
    const who = players[game.toMove].isHuman || !state.thinking ? "to move" : `(${players[game.toMove].name}) is thinking`;
    say(game.chosen.length > 0 ? owed() : `${state.notice}${name(game.toMove)} ${who}.`);
  }
  for (const color of COLORS) find(`side-${color}`).classList.toggle("to-move", !game.over && game.toMove === color);
  find("undo").disabled = find("first").disabled = moves.length === 0;
  find("redo").disabled = find("last").disabled = !game.isEarlier;
  find("resign").disabled = game.over || !human;
  find("hint").disabled = game.over || state.thinking;
  find("review").disabled = tree.nodes.size === 1;
  find("review").textContent = review.running ? "Stop the review" : "Review game";
  show(find("pass"), canMove() && game.legal.includes("pass"));
  show(find("now"), state.thinking && human);
  show(find("pause"), !human && !game.over);
  show(find("engine"), !game.over && !state.thinking && !players[game.toMove].isHuman && game.isEarlier);
  show(find("resume"), tree.get(tree.here)?.resigned != null);
  show(find("back"), state.before !== null);
  find("pause").textContent = state.paused ? "Go on" : "Pause";
}

// What can be reached: nothing until the game is found, and of what changes the game nothing while a position is set up.
export function showAccess() {
  const settingUp = state.setup !== null;
  document.body.classList.toggle("setting-up", settingUp);
  document.querySelector("main").inert = !state.ready;
  document.querySelector("header").inert = !state.ready || settingUp;
  show(find("setup"), settingUp);
  board.paints = settingUp;
}

function renderSetup() {
  showLine(null);
  showReport(null);
  board.setPosition({ board: state.setup.board, plies: 0, last: null, next: new Set(), chosen: [], mayMove: false, numbers: new Map() });
  say(t("settingUp"));
}

// What the board does not show, with discs for the sides' letters.
function remark() {
  const words = [game.remark, game.position.opening].filter(Boolean).join(", ").split(/\b([XO])\b/);
  const colors = { X: "black", O: "white" };
  return words.map((word) => (colors[word] ? h("span", { class: `disc ${colors[word]}`, role: "img", "aria-label": colors[word] }) : word));
}

// What completes a move that is begun.
function owed() {
  const { toMove } = game;
  const takes = [...game.next()].every((point) => game.cell(point) !== ".");
  const prey = name(toMove === "black" ? "white" : "black").toLowerCase();
  return takes ? `Mill: take a ${prey} stone.` : `${name(toMove)} moves ${game.chosen.join(" ")}: choose where to.`;
}

// A move, in words, for those who hear the page.
function announce(last) {
  const [, from, to, taken] = last?.[1].match(/^([A-Z]+\d*)(?:-([A-Z]\d+))?(?:X(.+))?$/i) ?? [];
  const text = last ? [`${name(last[0])} ${from}`, to && `to ${to}`, taken && `takes ${taken}`].filter(Boolean).join(" ") : "";
  if (find("news").textContent !== text) find("news").textContent = text;
}

// The numbers of the last moves, by the points that their stones stand on; stones that slide have none.
export function numbersOf(moves, count) {
  const numbers = new Map();
  for (const [index, [, move]] of moves.entries()) {
    const [point] = pointsOf(move);
    if (index >= moves.length - count && point && !move.includes("-")) numbers.set(point, index + 1);
  }
  return numbers;
}

// A move of the list: its number, its side's disc, its text.
function moveButton(node, number, classes) {
  const { color, move, comment } = node;
  return h("button", {
    type: "button", class: classes, title: comment ?? "", "aria-label": `Move ${number}, ${color} ${move}${comment ? `, ${comment}` : ""}`,
    click: () => view.onGo(node.node),
  }, `${number}. `, h("span", { class: `disc ${color}`, "aria-hidden": "true" }), ` ${move}${review.sign(node.node)}${comment ? " 🗨" : ""}`);
}

// The lines from these nodes on, each with those that depart from it within.
function renderMoves() {
  const { tree } = game;
  const path = new Set(tree.path());
  const ahead = new Set(tree.ahead());
  const list = h("div", {});
  const open = [[tree.get(0)?.children[0], 1, list]];
  while (open.length > 0) {
    const [first, from, place] = open.pop();
    let number = from;
    for (let node = tree.get(first); node; node = tree.get(node.children[0])) {
      const mark = node.node === tree.here ? "here" : ahead.has(node.node) ? "undone" : path.has(node.node) ? "" : "aside";
      place.append(moveButton(node, number, mark));
      const { children } = tree.get(node.parent);
      if (children[0] === node.node) {
        for (const other of children.slice(1)) {
          const line = h("div", { class: "variation" });
          place.append(line);
          open.push([other, number, line]);
        }
      }
      number++;
    }
  }
  const hadFocus = find("moves").contains(document.activeElement);
  find("moves").replaceChildren(...list.childNodes);
  const current = find("moves").querySelector(".here");
  if (hadFocus) (current ?? find("moves")).focus();
  if (current) find("moves").scrollTop = current.offsetTop - find("moves").offsetTop - 60;
  else find("moves").scrollTop = 0;
  find("verdict").replaceChildren(...[review.describe(tree.here)].filter(Boolean));
  find("summary").textContent = review.summary;
  const { comment } = tree.get(tree.here) ?? {};
  if (document.activeElement !== find("comment")) find("comment").value = comment ?? "";
  find("promote").disabled = find("trunk").disabled = tree.trunk() === tree.here;
  find("cut").disabled = tree.here === 0;
}

export function renderGraph() {
  const { tree } = game;
  const line = [0, ...tree.line()];
  const losses = review.losses();
  drawGraph(find("graph"), {
    chances: line.map((number) => state.chances.get(number)), ply: game.moves.length,
    losses: line.map((number) => losses.get(number)), go: (ply) => view.onGo(line[ply]),
  });
}

export function showReport(report) {
  if (!game.position) return;
  board.setValues(report ? values(report, game.chosen, find("unit").value) : []);
  if (rested) showLine(lineThrough(rested));
  const best = report?.lines[0];
  if (best) {
    note(game.tree.here, best.win_chance, game.toMove);
    renderGraph();
  }
}

// A line of the analysis on the board, or the move of a hint.
export function showLine(line) {
  if (!game.position) return;
  if (!line && state.hinted) board.showMove(state.hinted, game.toMove);
  else board.setExpected(line?.pv ?? [], game.toMove);
}

// The best line through the point under the pointer, once it rests there.
export function showPoint(point) {
  clearTimeout(resting);
  rested = null;
  showLine(null);
  if (point) {
    resting = setTimeout(() => {
      rested = point;
      showLine(lineThrough(point));
    }, REST);
  }
}

function lineThrough(point) {
  return analysis.report ? linesByPoint(analysis.report, game.chosen).get(point) : null;
}

export function takeReview(move, node, before) {
  note(before, move.best.win_chance ?? 0.5, move.color);
  if (move.played.win_chance !== null) note(node, move.played.win_chance, move.color);
  renderMoves();
  renderGraph();
}

export function showClocks() {
  for (const color of COLORS) {
    find(`clock-${color}`).textContent = clocks.control ? clockText(clocks.left(color)) : "";
  }
}

// The lists of games, rule sets and sizes, with those on the board.
export function showVariant() {
  const { game: played, rule, size } = game.position;
  const entry = state.games.find(({ name: known }) => known === played);
  const fill = (id, options, value) => {
    find(id).replaceChildren(...options.map(({ name: option, about }) => h("option", { value: option, title: about ?? "" }, String(option))));
    find(id).value = String(value);
  };
  fill("game", state.games, played);
  // A rule set with options is not in the list.
  const listed = entry.rules.some(({ name: known }) => known === rule);
  fill("rule", listed ? entry.rules : [...entry.rules, { name: rule }], rule);
  fill("size", entry.sizes.map((lines) => ({ name: lines })), size);
}
