// A review of the whole game: what each move cost, and what would have been better.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { costOf, valueOf, valueText } from "./value.js";

// What a move with a mark is called.
const NAMES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

// What the engine is told before it judges moves.
const judging = (player, seconds) => [`set_player ${player}`, "set_level 0", "set_depth 0", `kata-set-param maxTime ${seconds}`, "kata-time_settings none"];

export class Review {
  #gtp;
  // Called after each move.
  onMove = () => {};
  // By the number of the node: json-review's object of the move, with what it is called, and whether a better one `isFound`.
  moves = new Map();
  // How many moves of how many are judged, or once all are, json-review's summary of both sides; null before.
  summary = null;
  running = false;

  constructor(gtp) {
    this.#gtp = gtp;
  }

  clear() {
    this.restore(new Map(), null);
  }

  // Takes over what a review has said.
  restore(moves, summary) {
    [this.moves, this.summary] = [moves, summary];
  }

  // Writes its moves in other letters.
  rename(renamed) {
    this.moves = renamedMoves(this.moves, renamed);
  }

  // Judges the game on the board, whose moves lead to these nodes. Where it is interrupted, it says nothing of the whole.
  async run(path, player, seconds) {
    this.clear();
    this.running = true;
    let last = null;
    try {
      const asked = this.#gtp.all(judging(player, seconds));
      await Promise.all([asked, this.#gtp.ask("json-review", (line) => {
        const object = JSON.parse(line);
        if (object.number === undefined) last = object;
        else this.#take(object, path, path.length);
      })]);
    } finally {
      this.running = false;
    }
    this.summary = last?.whole ? last.summary : null;
  }

  #take(move, path, plies) {
    const name = NAMES[move.mark];
    const [node, before] = [path[move.number - 1], path[move.number - 2] ?? 0];
    this.moves.set(node, { ...move, name });
    this.summary = { number: move.number, count: plies };
    this.onMove(move, node, before);
  }

  // What json-judge says of a move of the position on the board, whose review is `known`.
  async judge(move, known, player, seconds) {
    if (move.toUpperCase() === known.best.move.toUpperCase()) return { ...known, played: known.best };
    const answers = await this.#gtp.all([...judging(player, seconds), `json-judge ${move}`]);
    return JSON.parse(answers.at(-1));
  }

  // The moves of the tree that cost much, the first first: what is known of them, with their nodes.
  moments(tree) {
    const known = [...this.moves].map(([node, move]) => ({ node, ...move }));
    return known.filter(({ node, name }) => name && tree.get(node)).sort((a, b) => a.number - b.number);
  }

  sign(node) {
    return this.moves.get(node)?.mark ?? "";
  }

  // What is to be said of the move of a node, as elements, with values in the unit; null where nothing is known.
  describe(node, unit, game) {
    const move = this.moves.get(node);
    if (!move) return null;
    const same = move.best.move.toUpperCase() === move.played.move.toUpperCase();
    const cost = unit === "score" ? move.loss ?? move.win_chance_loss : move.win_chance_loss;
    const text = same ? t("review.best") : cost ? t(`review.${move.name ?? "worse"}`, { cost: costOf(move, unit, game).text }) : t("review.equal", { move: move.best.move });
    const better = same || !cost ? null : h("p", {}, t("review.better"), h("b", {}, move.best.move), ` ${valueText(valueOf(move.best), unit, game)}`, thenText(move.best));
    return h("div", {}, h("p", {}, h("b", {}, `${move.number}. ${t(move.color)} ${move.played.move} `), text), better);
  }

  // What it says of the whole game: how far it is, or both sides' accuracy and how often they missed much.
  summaryElement() {
    if (!this.summary) return "";
    if (this.summary.count) return t("judged", this.summary);
    const heads = Object.entries(NAMES).map(([mark, name]) => h("th", { scope: "col", title: t(`count.${name}`), "aria-label": t(`count.${name}`) }, mark));
    const rows = ["black", "white"].filter((color) => this.summary[color].accuracy !== null).map((color) => {
      const { accuracy, best, moves } = this.summary[color];
      const own = [...this.moves.values()].filter((move) => move.color === color);
      return h("tr", {}, h("th", { scope: "row" }, h("span", { class: `disc ${color}`, "aria-hidden": "true" }), ` ${t(color)}`),
        h("td", {}, `${accuracy.toFixed(0)} %`), h("td", {}, t("best.of", { best, moves })),
        ...Object.values(NAMES).map((name) => h("td", {}, own.filter((move) => move.name === name).length)));
    });
    return h("table", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("accuracy")), h("th", { scope: "col" }, t("best")), ...heads), ...rows);
  }
}

// What a review has said of moves, with their texts written anew.
export function renamedMoves(moves, renamed) {
  const value = (judged) => ({ ...judged, move: renamed(judged.move), pv: judged.pv.map(renamed) });
  return new Map([...moves].map(([number, move]) => [number, { ...move, played: value(move.played), best: value(move.best) }]));
}

// How a line goes on after its first move.
export function thenText({ pv }) {
  return pv.length > 1 ? t("review.then", { moves: pv.slice(1).join(" ") }) : "";
}
