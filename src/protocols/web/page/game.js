// The game on the board: what the engine says of it, and the move that is being entered point by point.

import { pointsOf } from "./board.js";

export const other = (color) => (color === "black" ? "white" : "black");

export class Game {
  #gtp;
  // As json-position, json-geometry and json-legal_moves have it.
  position = null;
  geometry = null;
  legal = [];
  // What the board does not show, in words: stones in hand, counts.
  remark = "";
  // Moves taken back, the last first: pairs of colour and move.
  undone = [];
  // The points entered of a move.
  chosen = [];

  constructor(gtp) {
    this.#gtp = gtp;
  }

  get toMove() {
    return this.position.side_to_move;
  }

  get moves() {
    return this.position.moves;
  }

  get over() {
    return this.position.result !== null;
  }

  // Asks the engine for all that is shown; true where the board is another one.
  async refresh() {
    const [position, legal, drawing] = await Promise.all([
      this.#gtp.json("json-position"), this.#gtp.json("json-legal_moves"), this.#gtp.ask("showboard"),
    ]);
    const known = this.geometry;
    const same = known && ["game", "rule", "size"].every((field) => known[field] === position[field]);
    if (!same) this.geometry = await this.#gtp.json("json-geometry");
    [this.position, this.legal, this.chosen] = [position, legal.moves, []];
    const status = drawing.trimEnd().split("\n").at(-1).trim().split(", ");
    this.remark = status.filter((part) => !/ to move$/.test(part)).join(", ");
    return !same;
  }

  // The points that may come next of a move, after those that are chosen.
  next() {
    const fitting = this.#fitting();
    return new Set(fitting.map((move) => pointsOf(move)[this.chosen.length]).filter(Boolean));
  }

  #fitting() {
    return this.legal.filter((move) => {
      const points = pointsOf(move);
      return this.chosen.every((name, index) => points[index] === name);
    });
  }

  // Another point is chosen: the move, where that makes it whole; else null. A point that cannot follow begins anew.
  choose(name) {
    const chosen = this.next().has(name) ? [...this.chosen, name] : [];
    if (chosen.length === 0) {
      const again = this.chosen.length > 0 && this.chosen[0] !== name;
      this.chosen = [];
      return again && this.next().has(name) ? this.choose(name) : null;
    }
    this.chosen = chosen;
    const fitting = this.#fitting();
    const whole = fitting.find((move) => pointsOf(move).length === chosen.length);
    const only = fitting.length === 1 ? fitting[0] : null;
    return whole ?? only;
  }

  async play(color, move) {
    await this.#gtp.ask(`play ${color} ${move}`);
    const undone = this.undone[0];
    this.undone = undone && undone[0] === color && undone[1] === move ? this.undone.slice(1) : [];
  }

  // Takes back moves until no more than so many plies are played. A pass that was implied goes with its move.
  async undoTo(ply) {
    const before = this.moves;
    const count = before.length - ply;
    if (count <= 0) return;
    const whole = !before.slice(ply).some(([, move]) => move === "pass");
    if (whole) await this.#gtp.ask(`gg-undo ${count}`);
    let left = whole ? ply : before.length;
    while (left > ply) {
      await this.#gtp.ask("undo");
      left = (await this.#gtp.json("json-position")).moves.length;
    }
    this.undone.unshift(...before.slice(left));
    await this.refresh();
  }

  // Plays so many of the moves that were taken back.
  async redo(count) {
    for (const [color, move] of this.undone.slice(0, count)) {
      await this.#gtp.ask(`play ${color} ${move}`);
      this.undone = this.undone.slice(1);
    }
  }

  // All moves of the game, those that were taken back too.
  line() {
    return [...this.moves, ...this.undone];
  }
}
