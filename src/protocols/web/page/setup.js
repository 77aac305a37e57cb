// A position that is set up point by point; a game may begin from it.

// The points of mill in the order of its position text, ring by ring.
const RINGS = ["A7 D7 G7 G4 G1 D1 A1 A4", "B6 D6 F6 F4 F2 D2 B2 B4", "C5 D5 E5 E4 E3 D3 C3 C4"].map((ring) => ring.split(" "));

// The point that stands behind those of the inner ring, where the board has it.
const CENTRE = "D4";

const HANDS = { X: "black", O: "white" };

export class Setup {
  #rows;
  #cells = new Map();
  // What stands on points that this board does not have, but another one.
  #aside = new Map();
  #rings;
  // The side to move.
  side;
  // Stones in hand of both sides; null where the game has none.
  hands = null;
  // Plies without a capture.
  quiet = 0;
  // Whether points may be closed.
  hasClosed;

  // From json-position and json-geometry, or with what was set up on another board.
  constructor(position, geometry, before = null) {
    this.#read(position, geometry);
    if (before) this.#take(before);
  }

  #read({ board, position, rule, side_to_move: side }, { rows }) {
    this.#rows = rows;
    rows.forEach((row, y) => row.forEach((name, x) => name && this.#cells.set(name, board[y][x])));
    this.side = side;
    this.hasClosed = rule.startsWith("chengsan");
    if (position.includes(":")) return;
    this.#rings = RINGS.map((ring, place) => (place === 2 && this.#cells.has(CENTRE) ? [...ring, CENTRE] : ring));
    const fields = position.split("/");
    // Of closed points only the text knows.
    this.#rings.forEach((ring, place) => ring.forEach((name, at) => this.#cells.has(name) && this.#cells.set(name, fields[place][at])));
    const [black, white, quiet] = fields.slice(4).map(Number);
    this.hands = { black, white };
    this.quiet = quiet;
  }

  // Of stones that were all placed none comes back to the hand.
  #take(before) {
    [this.side, this.quiet] = [before.side, before.quiet];
    for (const [name, content] of [...before.#aside, ...before.#cells]) {
      if (!this.#cells.has(name)) this.#aside.set(name, content);
      else this.put(name, content === "*" && !this.hasClosed ? "." : content);
    }
    for (const color of this.hands ? Object.values(HANDS) : []) if (before.hands[color] === 0) this.hands[color] = 0;
  }

  // The points of its stones that this board does not have.
  get aside() {
    return [...this.#aside].filter(([, content]) => content !== ".").map(([name]) => name);
  }

  get names() {
    return [...this.#cells.keys()];
  }

  // What stands on a point: X, O, `.` or, where it is closed, `*`.
  at(name) {
    return this.#cells.get(name);
  }

  // Stones come out of their side's hand, and go back there.
  put(name, content) {
    const before = this.at(name);
    if (before === content) return;
    this.#cells.set(name, content);
    if (!this.hands) return;
    if (HANDS[before]) this.hands[HANDS[before]]++;
    if (HANDS[content]) this.hands[HANDS[content]] = Math.max(0, this.hands[HANDS[content]] - 1);
  }

  clear() {
    this.#aside.clear();
    for (const name of this.names) this.put(name, ".");
    this.quiet = 0;
  }

  // The board as json-position has it.
  get board() {
    return this.#rows.map((row) => row.map((name) => (name ? this.at(name) : "_")).join(""));
  }

  // The text that the engine reads.
  get text() {
    const letter = this.side[0];
    if (!this.hands) return `${this.board.join("/")}:${letter}`;
    const rings = this.#rings.map((ring) => ring.map((name) => this.at(name) ?? ".").join(""));
    return [...rings, letter.toUpperCase(), this.hands.black, this.hands.white, this.quiet].join("/");
  }
}
