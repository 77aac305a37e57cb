// Who plays a side: a person, or a player of the engine at some strength.

import { h } from "./dom.js";

const STRENGTHS = [
  ["depth 1", "depth 1"], ["depth 2", "depth 2"], ["depth 3", "depth 3"], ["depth 4", "depth 4"],
  ["depth 6", "depth 6"], ["depth 8", "depth 8"], ["time 0.1", "0.1 s a move"], ["time 1", "1 s a move"],
  ["time 5", "5 s a move"], ["time 30", "30 s a move"],
];

const USUAL = "time 1";

export class PlayerChoice {
  #who = h("select", {});
  #strength = h("select", {});
  element;
  onChange = () => {};

  constructor(color) {
    this.#who.setAttribute("aria-label", `Who plays ${color}`);
    this.#strength.setAttribute("aria-label", `Strength of ${color}`);
    this.#strength.append(...STRENGTHS.map(([value, text]) => h("option", { value }, text)));
    this.#strength.value = USUAL;
    this.element = h("div", { class: "player" }, this.#who, this.#strength);
    for (const select of [this.#who, this.#strength]) select.addEventListener("change", () => { this.#show(); this.onChange(); });
  }

  // The players of the game, as json-players has them.
  setPlayers(players) {
    const before = this.#who.value;
    const options = players.map(({ name, about }) => h("option", { value: name, title: about }, name));
    this.#who.replaceChildren(h("option", { value: "" }, "You"), ...options);
    this.#who.value = [...this.#who.options].some((option) => option.value === before) ? before : players[0].name;
    this.#show();
  }

  #show() {
    this.#strength.hidden = this.isHuman;
  }

  // Puts a person, or a player of the engine, on the seat.
  choose(name) {
    this.#who.value = name;
    this.#show();
  }

  get isHuman() {
    return this.#who.value === "";
  }

  get name() {
    return this.isHuman ? "You" : `${this.#who.value}, ${this.#strength.selectedOptions[0].textContent}`;
  }

  // What the engine is told before it moves for this side; a clock replaces the time of a move.
  commands(hasClock) {
    const [kind, number] = this.#strength.value.split(" ");
    const depth = kind === "depth" ? number : "0";
    const time = hasClock || kind === "depth" ? "unlimited" : number;
    return [`set_player ${this.#who.value}`, `set_depth ${depth}`, `kata-set-param maxTime ${time}`];
  }

  // For a page that is loaded again.
  get state() {
    return [this.#who.value, this.#strength.value];
  }

  set state([who, strength]) {
    this.#strength.value = strength;
    this.choose(who);
  }
}
