// A review of the whole game: what each move cost, and what would have been better.

import { h } from "./dom.js";
import { t } from "./texts.js";

// What a move with a mark is called.
const NAMES = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };

export class Review {
  #gtp;
  // Called after each move.
  onMove = () => {};
  // By the number of the node: json-review's object of the move, with what it is called.
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
      const asked = this.#gtp.all([`set_player ${player}`, "set_level 0", "set_depth 0", `kata-set-param maxTime ${seconds}`, "kata-time_settings none"]);
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

  // The names of moves that cost much, by the numbers of nodes.
  losses() {
    return new Map([...this.moves].filter(([, move]) => move.name).map(([number, move]) => [number, move.name]));
  }

  sign(node) {
    return this.moves.get(node)?.mark ?? "";
  }

  // What is to be said of the move of a node, as elements; null where nothing is known.
  describe(node) {
    const move = this.moves.get(node);
    if (!move) return null;
    const same = move.best.move.toUpperCase() === move.played.move.toUpperCase();
    const { name, win_chance_loss: cost } = move;
    const loss = Math.round(100 * (cost ?? 0));
    const text = same ? t("review.best") : cost ? t(`review.${name ?? "worse"}`, { loss }) : t("review.equal", { move: move.best.move });
    const better = same || !cost ? null : h("p", {}, t("review.better"), h("b", {}, move.best.move), ` ${move.best.text ?? ""}`,
      t("review.then", { moves: move.best.pv.slice(1).join(" ") }));
    return h("div", {}, h("p", {}, h("b", {}, `${move.number}. ${t(move.color)} ${move.played.move} `), text), better);
  }
}

// What a review has said of moves, with their texts written anew.
export function renamedMoves(moves, renamed) {
  const value = (judged) => ({ ...judged, move: renamed(judged.move), pv: judged.pv.map(renamed) });
  return new Map([...moves].map(([number, move]) => [number, { ...move, played: value(move.played), best: value(move.best) }]));
}

// What a review says of the whole game, in words.
export function summaryText(summary) {
  if (!summary) return "";
  if (summary.count) return t("judged", summary);
  const sides = ["black", "white"].filter((color) => summary[color].accuracy !== null);
  return sides.map((color) => t("accuracy", { ...summary[color], side: t(color), accuracy: summary[color].accuracy.toFixed(0) })).join(" ");
}
