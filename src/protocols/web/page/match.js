// Games of two engines one after the other, two from each opening with colours swapped, and the score.

// Half points that a result, as json-position has it, brings Black.
const HALVES = { B: 2, 0: 1, W: 0 };

export class Match {
  // So many games were asked for, so many are played.
  #games = 1;
  #played = 0;
  // Half points of the side that began as Black, and of the other.
  #halves = [0, 0];
  #isCounted = false;
  // The moves that both games of a pair begin with.
  opening = [];

  // Begins with so many games; one is no match.
  start(games) {
    [this.#games, this.#played, this.#halves, this.#isCounted] = [games, 0, [0, 0], false];
  }

  get games() {
    return this.#games;
  }

  // Writes its opening in other letters.
  rename(renamed) {
    this.opening = this.opening.map(renamed);
  }

  // Counts the result of the game, once.
  count(result) {
    if (this.#isCounted) return;
    const black = HALVES[result[0]];
    for (const [color, halves] of [["black", black], ["white", 2 - black]]) this.#halves[this.#seat(color)] += halves;
    this.#isCounted = true;
  }

  // Whether another game follows the one that is counted.
  get goesOn() {
    return this.#isCounted && this.#played + 1 < this.#games;
  }

  // The next game begins; true where it is the second of its opening.
  next() {
    this.#played++;
    this.#isCounted = false;
    return this.#played % 2 === 1;
  }

  // Which of the two has a colour in this game.
  #seat(color) {
    return (this.#played + (color === "black" ? 0 : 1)) % 2;
  }

  // The points of a colour's player, as they are written; nothing where there is no match.
  points(color) {
    if (this.#games === 1) return "";
    const halves = this.#halves[this.#seat(color)];
    return `${halves > 1 || halves === 0 ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;
  }
}
