// The clocks of both sides, as people keep them: the side to move loses time, and gains its increment after a move.

import { t } from "./texts.js";

// Seconds of the whole game and for each move.
const CONTROLS = ["60+1", "180+2", "600+5", "1800+20"];

// All controls, each with its words.
export const controls = () => [["none", t("clock.none")], ...CONTROLS.map((control) => {
  const [main, seconds] = control.split("+");
  return [control, t("clock.control", { minutes: main / 60, seconds })];
})];

export class Clocks {
  #control = null;
  #left = { black: 0, white: 0 };
  #running = null;
  #since = 0;
  // Called with the side whose time is over.
  onFlag = () => {};
  #timer = null;

  // A new game by this control, as in controls().
  reset(control) {
    this.stop();
    const [main, increment] = control === "none" ? [] : control.split("+").map(Number);
    this.#control = main === undefined ? null : { main, increment };
    this.#left = { black: main ?? 0, white: main ?? 0 };
  }

  get control() {
    return this.#control;
  }

  // The control, as in controls().
  get name() {
    return this.#control ? `${this.#control.main}+${this.#control.increment}` : "none";
  }

  // For a page that is loaded again: the control and the seconds left.
  get state() {
    return { control: this.#control, left: { black: this.left("black"), white: this.left("white") } };
  }

  set state({ control, left }) {
    this.stop();
    [this.#control, this.#left] = [control, { ...left }];
  }

  // Seconds that a side has left.
  left(color) {
    const spent = this.#running === color ? (performance.now() - this.#since) / 1000 : 0;
    return Math.max(0, this.#left[color] - spent);
  }

  isOver(color) {
    return this.#control !== null && this.left(color) === 0;
  }

  // Where a side goes on after its time was over, it has its main time anew.
  start(color) {
    this.stop();
    if (!this.#control) return;
    if (this.isOver(color)) this.#left[color] = this.#control.main;
    this.#running = color;
    this.#since = performance.now();
    this.#timer = setTimeout(() => { this.stop(); this.#left[color] = 0; this.onFlag(color); }, this.#left[color] * 1000);
  }

  // The side that runs pauses.
  stop() {
    clearTimeout(this.#timer);
    if (this.#running) this.#left[this.#running] = this.left(this.#running);
    this.#running = null;
  }

  // The players swap their sides, and keep their time.
  swap() {
    this.stop();
    const { black, white } = this.#left;
    this.#left = { black: white, white: black };
  }

  // The side that runs has moved.
  moved() {
    const mover = this.#running;
    this.stop();
    if (mover) this.#left[mover] += this.#control.increment;
  }
}

export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const tenths = seconds < 10 ? `.${Math.floor(10 * (seconds - whole))}` : "";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${tenths}`;
}
