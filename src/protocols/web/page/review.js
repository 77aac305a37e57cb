// A review of the whole game: what each move cost, and what would have been better.

import { t } from "./texts.js";

// What a move with a mark is called.
export const NAMES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

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
