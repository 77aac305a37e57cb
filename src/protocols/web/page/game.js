// The game on the board: what the engine says of it, and the move that is being entered point by point.

import { pointsOf } from "./board.js";
import { renaming } from "./columns.js";
import { Tree } from "./tree.js";

// What the engine's status says of a side's stones: those on the board by the letters there, or those in hand.
const STONES = /^([XO]|black|white) (\d+)( in hand)?$/;

export const other = (color) => (color === "black" ? "white" : "black");

export class Game {
  #gtp;
  // As json-position, json-geometry and json-legal_moves have it.
  position = null;
  geometry = null;
  legal = [];
  // All lines of the game, and their record in SGF.
  tree = new Tree();
  record = "";
  // Whether stones are counted in this game, and how many are in hand, by colours, where there may be some.
  countsStones = false;
  hands = {};
  // What else the board does not show, in words.
  remark = "";
  // The points entered of a move.
  chosen = [];
  // As json-proof has it, where it is wanted.
  proof = null;
  wantsProof = false;
  // As json-threats has them, where they are wanted.
  threats = [];
  wantsThreats = false;
  // What was asked already for the next refresh, see ahead.
  #asked = null;
  // Called where columns have other letters, with a function that writes a move in them.
  onLetters = () => {};

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

  // True where the game has gone on from here, and the board shows an earlier position.
  get isEarlier() {
    return this.tree.ahead().length > 0;
  }

  // Nothing was played or set up yet.
  get isFresh() {
    return this.tree.nodes.size === 1 && !/[;\]\s](AB|AW|AE|PL|XP)\[/.test(this.record);
  }

  #ask() {
    return Promise.all([
      this.#gtp.json("json-position"), this.#gtp.json("json-legal_moves"), this.#gtp.ask("showboard"),
      this.#gtp.json("json-tree"), this.#gtp.ask("print_tree"), this.wantsThreats ? this.#gtp.json("json-threats") : { threats: [] },
      this.wantsProof ? this.#gtp.json("json-proof") : null,
    ]);
  }

  // Asks behind what was just sent, so that both take one round trip. Nothing else that changes the game is sent before the refresh.
  ahead() {
    const asked = this.#ask();
    this.#asked = asked;
    // Where the connection is lost, it is asked again over the next one.
    asked.catch(() => { if (this.#asked === asked) this.#asked = null; });
  }

  // Asks the engine for all that is shown, at once; true where the board is another one.
  async refresh() {
    const asked = this.#asked ?? this.#ask();
    this.#asked = null;
    const [position, legal, drawing, tree, record, { threats }, proof] = await asked;
    const known = this.geometry;
    if (known && known.columns !== position.columns) this.onLetters(renaming(known.columns, position.columns));
    const same = known && ["game", "rule", "size", "columns"].every((field) => known[field] === position[field]);
    if (!same) this.geometry = await this.#gtp.json("json-geometry");
    [this.position, this.legal, this.record, this.chosen] = [position, legal.moves, record, []];
    [this.threats, this.proof] = [threats, proof];
    this.tree.update(tree);
    // A resignation is said in a line of its own.
    const status = drawing.trimEnd().split("\n").findLast((line) => !/^ *game over/.test(line)).trim().split(", ");
    const counts = status.map((part) => STONES.exec(part)).filter(Boolean);
    this.countsStones = counts.length > 0;
    this.hands = Object.fromEntries(counts.filter(([, , , inHand]) => inHand).map(([, color, count]) => [color, count]));
    this.remark = status.filter((part) => !STONES.test(part) && !/ to move$| has won$|^drawn$|^game over/.test(part)).join(", ");
    return !same;
  }

  // The points that may come next of a move, after those that are chosen.
  next() {
    const fitting = this.#fitting();
    return new Set(fitting.map((move) => pointsOf(move)[this.chosen.length]).filter(Boolean));
  }

  // How many stones a side has on the board.
  stones(color) {
    return this.position.board.join("").split(color === "black" ? "X" : "O").length - 1;
  }

  // What stands on a point.
  cell(name) {
    for (const [y, row] of this.geometry.rows.entries()) {
      const x = row.indexOf(name);
      if (x >= 0) return this.position.board[y][x];
    }
    return "_";
  }

  // The board as it is shown: where only stones to be taken are still to be chosen, the stone has moved.
  shown() {
    const { board } = this.position;
    const [first, second] = this.chosen;
    if (!first || ![...this.next()].every((name) => this.cell(name) !== ".") || this.cell(second ?? first) !== ".") return board;
    const stone = this.toMove === "black" ? "X" : "O";
    const cells = new Map(second ? [[first, "."], [second, stone]] : [[first, stone]]);
    return this.geometry.rows.map((row, y) => row.map((name, x) => cells.get(name) ?? board[y][x]).join(""));
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

  play(color, move) {
    return this.#change(`play ${color} ${move}`);
  }

  // Puts the position after a node of the tree on the board.
  goTo(number) {
    return this.#change(`go_to ${number}`);
  }

  #change(command) {
    const answer = this.#gtp.ask(command);
    this.ahead();
    return answer;
  }
}
