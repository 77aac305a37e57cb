// A review of the whole game: what each move cost, and what would have been better.

import { h } from "./dom.js";

// What a move with a mark is called.
const NAMES = { "??": "blunder", "?": "mistake", "?!": "inaccuracy" };
const CALLED = { blunder: "A blunder", mistake: "A mistake", inaccuracy: "An inaccuracy" };

export class Review {
  #gtp;
  // Called after each move.
  onMove = () => {};
  // By the number of the node: json-review's object of the move, with what it is called.
  moves = new Map();
  // Both sides' accuracy, in words.
  summary = "";
  running = false;

  constructor(gtp) {
    this.#gtp = gtp;
  }

  clear() {
    this.restore(new Map(), "");
  }

  // Takes over what a review has said.
  restore(moves, summary) {
    [this.moves, this.summary] = [moves, summary];
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
    this.summary = last?.whole ? summaryText(last) : "";
  }

  #take(move, path, plies) {
    const name = NAMES[move.mark];
    const [node, before] = [path[move.number - 1], path[move.number - 2] ?? 0];
    this.moves.set(node, { ...move, name });
    this.summary = `${move.number} of ${plies} moves are judged.`;
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
    const loss = `${Math.round(100 * (move.win_chance_loss ?? 0))} % of the chance to win`;
    const { name, win_chance_loss: cost } = move;
    const text = same ? "The best move." : cost ? `${CALLED[name] ?? "Not the best"}: it cost ${loss}.` : `As good as ${move.best.move}.`;
    const better = same || !cost ? null : h("p", {}, "Better: ", h("b", {}, move.best.move), ` ${move.best.text ?? ""}, then ${move.best.pv.slice(1).join(" ")}`);
    return h("div", {}, h("p", {}, h("b", {}, `${move.number}. ${move.color} ${move.played.move} `), text), better);
  }
}

// Both sides' accuracy.
function summaryText({ summary }) {
  const side = (name, { accuracy, moves, best }) =>
    accuracy === null ? "" : `${name}: accuracy ${accuracy.toFixed(0)} %, ${best} of ${moves} moves best. `;
  return side("Black", summary.black) + side("White", summary.white);
}
