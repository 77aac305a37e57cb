// What is shown of the state: board, moves, graph, clocks, buttons.

import { linesByPoint, values } from "./analysis.js";
import { pointsOf } from "./board.js";
import { clockText } from "./clocks.js";
import { find, h, keepFocus, show } from "./dom.js";
import { other } from "./game.js";
import { thenText } from "./review.js";
import { COLORS, analysis, board, clocks, game, match, note, opening, playerToAct, players, review, seatToAct, state } from "./state.js";
import { gameName, gameText, t } from "./texts.js";
import { costOf } from "./value.js";

// Milliseconds that the pointer rests on a point before its line is shown.
const REST = 400;

let resting = 0;

// The point that it rests on.
let rested = null;

// `onGo` is called with the number of the node whose position is wanted on the board. What is shown by files that are loaded
// later: `onMoves` where moves are shown, `onProof` where another position is, `onGraph` and `onReview` where more is known, too.
export const view = { onGo: () => {}, onMoves: () => {}, onProof: () => {}, onGraph: () => {}, onReview: () => {} };

export function say(text) {
  find("status").textContent = text;
}

// Whether a point that is chosen means a move: in earlier positions people may move for the engine, too.
export function canMove() {
  const isChoice = opening.step(game.tree)?.does === "choose";
  return !game.over && !state.thinking && !isChoice && (playerToAct()?.isHuman || game.isEarlier || state.paused);
}

export function render() {
  if (!game.position) return;
  showAccess();
  if (state.setup) return renderSetup();
  const { moves, tree } = game;
  const human = COLORS.some((color) => players[color].isHuman);
  const step = opening.step(tree);
  board.setPosition({
    board: game.shown(), plies: moves.length, last: moves.at(-1), next: game.over ? new Set() : game.next(), chosen: game.chosen, mayMove: canMove(),
    numbers: numbersOf(moves, Number(find("numbers").value)), completed: game.position.completed,
  });
  board.setThreats(game.threats);
  state.touch?.reset();
  showLine(null);
  showReport(analysis.report);
  renderMoves();
  view.onGraph();
  find("remark").textContent = [game.remark, game.position.opening].filter(Boolean).join(", ");
  announce(moves.at(-1));
  view.onMoves();
  view.onProof();
  if (!game.over) {
    say(game.chosen.length > 0 ? owed() : state.retry ? retryText() : `${state.notice}${turnText()}`);
  }
  for (const color of COLORS) renderSide(color);
  find("undo").disabled = find("first").disabled = moves.length === 0;
  find("redo").disabled = find("last").disabled = !game.isEarlier;
  find("resign").disabled = game.over || !human;
  find("hint").disabled = game.over || state.thinking || step !== null;
  find("review").disabled = tree.nodes.size === 1;
  find("review").textContent = t(review.running ? "review.stop" : "review");
  show(find("choice"), !game.over && step?.does === "choose" && playerToAct().isHuman);
  show(find("put-more"), step?.canPutMore);
  show(find("pass"), canMove() && game.legal.includes("pass"));
  show(find("now"), state.thinking && human);
  show(find("pause"), !human && (!game.over || match.goesOn));
  show(find("match").parentElement, !human);
  showMatch();
  show(find("engine"), !game.over && !state.thinking && !playerToAct()?.isHuman && game.isEarlier);
  show(find("resume"), tree.get(tree.here)?.resigned != null);
  show(find("threats").parentElement, game.geometry.threats.length > 0);
  show(find("back"), state.before.length > 0);
  renderRetry();
  find("pause").textContent = t(state.paused ? "continue" : "pause");
  keepFocus(() => board.focus());
}

// Whose turn it is, and a side's stones where they are counted: the number beside its stone is that on the board.
function renderSide(color) {
  const [isNext, count, hand] = [!game.over && seatToAct() === color, game.stones(color), game.hands[color]];
  find(`side-${color}`).classList.toggle("to-move", isNext);
  find(`side-${color}`).setAttribute("aria-current", isNext);
  show(find(`count-${color}`), game.countsStones);
  find(`count-${color}`).textContent = count;
  find(`count-${color}`).setAttribute("aria-label", t("onBoard", { count }));
  find(`hand-${color}`).textContent = hand ? t("inHand", { count: hand }) : "";
}

// The unit of all values, and the game that they are of.
export const units = () => [find("unit").value, game.position.game];

// What is to be done, or was found out, where a better move is looked for.
function retryText() {
  const { node, tried: move, verdict, judged, isShown } = state.retry;
  const { color, played, best } = review.moves.get(node);
  if (isShown) return t("retry.shown", { move: best.move, then: thenText(best) });
  if (!verdict) return t("retry.ask", { side: t(color), move: played.move });
  return t(`retry.${verdict}`, { move, best: best.move, cost: judged ? costOf(judged, ...units()).text : "" });
}

// The buttons of that, instead of those of the game.
function renderRetry() {
  const { retry } = state;
  document.body.classList.toggle("retrying", retry !== null);
  if (!retry && find("retrying").contains(document.activeElement)) find("retry").focus();
  show(find("retrying"), retry !== null);
  show(find("keep-tried"), Boolean(retry?.tried));
}

// Who is to do what.
function turnText() {
  const step = opening.step(game.tree);
  if (step?.does === "balance") return t("opening.search");
  const player = playerToAct();
  const side = t(step ? `opening.${step.player}` : game.toMove);
  if (!player.isHuman && state.thinking) return t("thinking", { side, player: player.name });
  if (!step) return t("toMove", { side });
  if (step.does === "put") return t(`opening.put.${game.toMove}`, { ...step, side });
  return t(step.canPutMore ? "opening.chooseMore" : "opening.choose", { side });
}

// How a match stands.
export function showMatch() {
  find("match").value = match.games;
  for (const color of COLORS) find(`points-${color}`).textContent = match.points(color);
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
  board.setThreats([]);
  state.touch?.reset();
  say(t("settingUp"));
  view.onProof();
}

// The result of a game that is over, as json-position has it, in words.
export function resultText(result) {
  const side = t(result.startsWith("B") ? "black" : "white");
  const margin = result.slice(2);
  if (result === "0") return t("result.draw");
  // The engine knows resignations only.
  if (margin === "R") return t(clocks.isOver(result.startsWith("B") ? "white" : "black") ? "result.time" : "result.resigned", { side });
  return margin === "1" ? t("result.win", { side }) : t("result.margin", { side, margin });
}

// What completes a move that is begun.
function owed() {
  const { toMove } = game;
  const takes = [...game.next()].every((point) => game.cell(point) !== ".");
  return takes ? t(`take.${other(toMove)}`) : t("whereTo", { side: t(toMove), points: game.chosen.join(" ") });
}

// A move, in words, for those who hear the page.
function announce(last) {
  const [, from, to, taken] = last?.[1].match(/^([A-Z]+\d*)(?:-([A-Z]\d+))?(?:X(.+))?$/i) ?? [];
  const side = last && t(last[0]);
  const move = to ? t("news.slide", { side, from, to }) : t("news.move", { side, point: from === "pass" ? t("pass") : from });
  const text = !last ? "" : taken ? t("news.takes", { move, taken }) : move;
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
  const text = move.toLowerCase() === "pass" ? t("pass") : move;
  return h("button", {
    type: "button", class: classes, title: comment ?? "", click: () => view.onGo(node.node),
  }, `${number}. `, h("span", { class: `disc ${color}`, role: "img", "aria-label": t(color) }), ` ${text}${review.sign(node.node)}${comment ? " 🗨" : ""}`);
}

// The lines from these nodes on, each with those that depart from it within.
function renderMoves() {
  const { tree } = game;
  const path = new Set(tree.path());
  const ahead = new Set(tree.ahead());
  const list = h("div", {});
  let current = null;
  const open = [[tree.get(0)?.children[0], 1, list]];
  while (open.length > 0) {
    const [first, from, place] = open.pop();
    let number = from;
    for (let node = tree.get(first); node; node = tree.get(node.children[0])) {
      const mark = node.node === tree.here ? "here" : ahead.has(node.node) ? "undone" : path.has(node.node) ? "" : "aside";
      const button = moveButton(node, number, mark);
      place.append(button);
      if (mark === "here") current = button;
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
  if (hadFocus) (current ?? find("moves")).focus();
  if (current) find("moves").scrollTop = current.offsetTop - find("moves").offsetTop - 60;
  else find("moves").scrollTop = 0;
  view.onReview();
  const { comment } = tree.get(tree.here) ?? {};
  if (document.activeElement !== find("comment")) find("comment").value = comment ?? "";
  find("promote").disabled = find("trunk").disabled = tree.trunk() === tree.here;
  find("cut").disabled = tree.here === 0;
}

export function showReport(report) {
  if (!game.position) return;
  board.setValues(report ? values(report, game.chosen, ...units()) : []);
  if (rested) showLine(lineThrough(rested));
  const best = report?.lines[0];
  if (best) {
    note(game.tree.here, best, game.toMove);
    view.onGraph();
  }
}

// A line of the analysis on the board, or the move of a hint.
export function showLine(line) {
  if (!game.position) return;
  const { retry } = state;
  const shown = retry ? (retry.isShown ? review.moves.get(retry.node).best.move : retry.tried) : state.hinted;
  if (!line && shown) board.showMove(shown, game.toMove);
  else board.setExpected(line?.pv ?? [], game.toMove);
}

// A point waits for a second touch.
export function showMark(point) {
  const hadFocus = document.activeElement === find("confirm");
  show(find("confirm"), point !== null);
  if (hadFocus && point === null) find("board").querySelector("[tabindex='0']").focus();
  if (point === null) return;
  find("confirm").textContent = t("confirm", { point });
  say(t("confirm.again", { point }));
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
  if (move.best.text) note(before, move.best, move.color);
  if (move.played.text) note(node, move.played, move.color, true);
  renderMoves();
  view.onGraph();
}

export function showClocks() {
  for (const color of COLORS) {
    find(`clock-${color}`).textContent = clocks.control ? clockText(clocks.left(color)) : "";
  }
}

// The lists of games, rule sets and sizes, with those on the board, its opening and clock.
export function showVariant() {
  const { game: played, rule, size } = game.position;
  const entry = state.games.find(({ name: known }) => known === played);
  const fill = (id, options, value, words = String) => {
    find(id).replaceChildren(...options.map(({ name: option, about }) => h("option", { value: option, title: about ?? "" }, words(option))));
    find(id).value = String(value);
  };
  fill("game", state.games, played, gameName);
  // A rule set with options is not in the list.
  const listed = entry.rules.some(({ name: known }) => known === rule);
  for (const id of ["rule", "setup-rule"]) fill(id, listed ? entry.rules : [...entry.rules, { name: rule }], rule);
  find("columns").value = state.columns;
  find("unit").options[1].textContent = gameText("unit.score", played);
  fill("size", entry.sizes.map((lines) => ({ name: lines })), size);
  show(find("opening").parentElement, entry.swap2);
  find("opening").value = opening.kind;
  find("clock").value = clocks.name;
}
