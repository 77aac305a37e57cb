// A review of the whole game: what each move cost, and what would have been better.

import { h } from "./dom.js";

// From so much of the chance of winning on, a move is called so; and its sign.
const NAMES = [[0.3, "blunder"], [0.2, "mistake"], [0.1, "inaccuracy"]];
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const CALLED = { blunder: "A blunder", mistake: "A mistake", inaccuracy: "An inaccuracy" };

export class Review {
  #gtp;
  // Called after each move.
  onMove = () => {};
  // By the number of the ply: json-review's object of the move, with what it is called.
  moves = new Map();
  running = false;

  constructor(gtp) {
    this.#gtp = gtp;
  }

  clear() {
    this.moves.clear();
  }

  // Judges the game on the board; the summary, or null where it was interrupted.
  async run(player, seconds) {
    this.clear();
    this.running = true;
    let last = null;
    try {
      for (const command of [`set_player ${player}`, "set_depth 0", `kata-set-param maxTime ${seconds}`, "kata-time_settings none"]) {
        await this.#gtp.ask(command);
      }
      await this.#gtp.ask("json-review", (line) => {
        const object = JSON.parse(line);
        if (object.number === undefined) last = object;
        else this.#take(object);
      });
    } finally {
      this.running = false;
    }
    return last?.whole ? last : null;
  }

  #take(move) {
    const loss = move.win_chance_loss ?? 0;
    const name = NAMES.find(([least]) => loss >= least)?.[1];
    this.moves.set(move.number, { ...move, name });
    this.onMove(move);
  }

  // The names of moves that cost much, by ply.
  losses() {
    return new Map([...this.moves].filter(([, move]) => move.name).map(([number, move]) => [number, move.name]));
  }

  sign(number) {
    return SIGNS[this.moves.get(number)?.name] ?? "";
  }

  // What is to be said of a move, as elements; null where nothing is known.
  describe(number) {
    const move = this.moves.get(number);
    if (!move) return null;
    const same = move.best.move.toUpperCase() === move.played.move.toUpperCase();
    const loss = `${Math.round(100 * (move.win_chance_loss ?? 0))} % of the chance to win`;
    const text = same || !move.win_chance_loss
      ? "The best move." : `${CALLED[move.name] ?? "Not the best"}: it cost ${loss}.`;
    const better = same ? null : h("p", {}, "Better: ", h("b", {}, move.best.move), ` ${move.best.text ?? ""}, then ${move.best.pv.slice(1).join(" ")}`);
    return h("div", {}, h("p", {}, h("b", {}, `${number}. ${move.color} ${move.played.move} `), text), better);
  }
}

// Both sides' accuracy.
export function summaryText({ summary }) {
  const side = (name, { accuracy, moves, best }) =>
    accuracy === null ? "" : `${name}: accuracy ${accuracy.toFixed(0)} %, ${best} of ${moves} moves best. `;
  return side("Black", summary.black) + side("White", summary.white);
}
