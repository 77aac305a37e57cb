// Who plays a side: a person, or a player of the engine at some strength.

import { h } from "./dom.js";
import { t } from "./texts.js";

const DEPTHS = [1, 2, 3, 4, 6, 8].map((plies) => [`depth ${plies}`, t("depth", { plies })]);
const TIMES = [0.1, 1, 5, 30].map((seconds) => [`time ${seconds}`, t("time", { seconds })]);

const USUAL = "time 1";

export class PlayerChoice {
  #who = h("select", {});
  #strength = h("select", {});
  // The player that has levels, and their Elo above the first.
  #default = "";
  #levels = [];
  element;
  onChange = () => {};

  constructor(color) {
    this.#who.setAttribute("aria-label", t(`who.${color}`));
    this.#strength.setAttribute("aria-label", t(`strength.${color}`));
    this.#offer(USUAL);
    this.element = h("div", { class: "player" }, this.#who, this.#strength);
    for (const select of [this.#who, this.#strength]) select.addEventListener("change", () => { this.#show(); this.onChange(); });
  }

  // The players of the game and the levels of the first, as json-players has them.
  setPlayers({ players, levels }) {
    const before = this.#who.value;
    this.#default = players[0].name;
    this.#levels = levels.map((elo, place) => [`level ${place + 1}`, t("level", { level: place + 1, elo })]);
    const options = players.map(({ name, about }) => h("option", { value: name, title: about }, name));
    this.#who.replaceChildren(h("option", { value: "" }, t("you")), ...options);
    this.#who.value = [...this.#who.options].some((option) => option.value === before) ? before : players[0].name;
    this.#show();
  }

  #show() {
    this.#strength.hidden = this.isHuman;
    this.#offer(this.#strength.value);
  }

  // The strengths of the player on the seat, and one of them.
  #offer(strength) {
    const own = this.#who.value === this.#default ? this.#levels : DEPTHS;
    this.#strength.replaceChildren(...[...own, ...TIMES].map(([value, text]) => h("option", { value }, text)));
    this.#strength.value = strength;
    if (!this.#strength.value) this.#strength.value = USUAL;
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
    return this.isHuman ? t("you") : `${this.#who.value}, ${this.#strength.selectedOptions[0].textContent}`;
  }

  // Whether it plays as well as it can: its values are worth a place in the graph.
  get isStrong() {
    return this.#who.value === this.#default && this.#strength.value.startsWith("time");
  }

  // What the engine is told before it moves for this side; a clock replaces the time of a move.
  commands(hasClock) {
    const [kind, number] = this.#strength.value.split(" ");
    const [level, depth] = ["level", "depth"].map((name) => (kind === name ? number : 0));
    const time = hasClock || kind !== "time" ? "unlimited" : number;
    return [`set_player ${this.#who.value}`, `set_level ${level}`, `set_depth ${depth}`, `kata-set-param maxTime ${time}`];
  }

  // For a page that is loaded again.
  get state() {
    return [this.#who.value, this.#strength.value];
  }

  set state([who, strength]) {
    this.#who.value = who;
    this.#offer(strength);
    this.#show();
  }
}
