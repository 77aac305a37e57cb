// How a game begins: by turns, under Swap2, or from three balanced stones. Under Swap2 the first player puts three stones; the
// second takes a colour, or puts two more and lets the first take one.

export class Opening {
  // free, swap2 or balanced.
  kind = "free";
  // What was chosen in the positions with three and five stones, by the numbers of nodes: black, white or more.
  #choices = new Map();
  // The node in which what was chosen is to be chosen again.
  #again = null;
  // Whether the players have swapped their seats since the game began.
  isSwapped = false;

  begin(kind) {
    [this.kind, this.#choices, this.#again, this.isSwapped] = [kind, new Map(), null, false];
  }

  // What is asked for in the position on the board: who `does` what, from which seat; null where the game goes on by turns.
  step(tree) {
    const path = tree.path();
    const plies = path.length;
    if (this.kind === "balanced") return tree.nodes.size === 1 ? { does: "balance" } : null;
    const chooser = this.chooser(path, plies);
    if (chooser && (!this.#choices.has(path.at(-1)) || path.at(-1) === this.#again)) {
      return { does: "choose", seat: chooser, player: plies === 3 ? "second" : "first", canPutMore: plies === 3 };
    }
    const seat = this.putter(path, plies);
    if (!seat) return null;
    return plies < 3
      ? { does: "put", seat, player: "first", number: plies + 1, count: 3 }
      : { does: "put", seat, player: "second", number: plies - 2, count: 2 };
  }

  // The seat that chooses after so many moves of a line; null where there is no choice.
  chooser(line, plies) {
    if (this.kind !== "swap2") return null;
    if (plies === 3) return this.#seat("second");
    return plies === 5 && this.#choices.get(line[2]) === "more" ? this.#seat("first") : null;
  }

  // The seat that puts the next stone after so many moves of a line, whatever its colour; null where the sides take turns.
  putter(line, plies) {
    if (this.kind !== "swap2") return null;
    if (plies < 3) return this.#seat("first");
    return plies < 5 && this.#choices.get(line[2]) === "more" ? this.#seat("second") : null;
  }

  #seat(player) {
    return (player === "first") === this.isSwapped ? "white" : "black";
  }

  choose(node, choice) {
    this.#choices.set(node, choice);
    this.#again = null;
  }

  // A choice is to be made again; false where there was none.
  reopen(node) {
    if (!this.#choices.has(node) || this.#again === node) return false;
    this.#again = node;
    return true;
  }

  // Whether the players have other seats than at the beginning, by what was chosen on the line of the board.
  swaps(tree) {
    const line = tree.line();
    const [third, fifth] = [2, 4].map((place) => this.#choices.get(line[place]));
    return third === "black" || (third === "more" && fifth === "white");
  }

  // For a page that is loaded again; `byPlace` and `byNumber` turn numbers of nodes to places in the record, and back.
  state(byPlace) {
    return { kind: this.kind, choices: byPlace(this.#choices), isSwapped: this.isSwapped };
  }

  restore({ kind, choices, isSwapped }, byNumber) {
    this.begin(kind);
    [this.#choices, this.isSwapped] = [byNumber(choices), isSwapped];
  }
}
