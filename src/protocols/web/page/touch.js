// Where points are too small for a finger, a touch does not choose one at once: it marks one, and a second touch confirms it; or it
// shows the board larger while it is held, and chooses when it ends.

import { find, h, s, show } from "./dom.js";
import { board, state } from "./state.js";
import { render, showMark } from "./view.js";

const KEY = "tengen-touch";

// Points as far apart as this many pixels of CSS can be touched as they are.
const SMALL = 36;

// The larger board: its side (as style.css has it), how far it is from the finger, in pixels, and how many points it shows.
const LOUPE = 150;
const ABOVE = 40;
const SHOWN = 5;

const WAYS = ["confirm", "magnify", "off"];

class Touch {
  #svg;
  #board;
  // Called with a point that is to be chosen.
  onPoint = () => {};
  // Called with a point that waits for its second touch, or null.
  onMark = () => {};
  #marked = null;
  // The last press was that of a finger.
  #isFinger = false;
  // It aims, and the click that follows it means nothing.
  #isAiming = false;
  // The finger that aims, and the point under it.
  #finger = null;
  #aimed = null;
  #loupe = null;

  constructor(svg, board) {
    [this.#svg, this.#board] = [svg, board];
    svg.addEventListener("pointerdown", (event) => this.#press(event), true);
    svg.addEventListener("pointermove", (event) => { if (event.pointerId === this.#finger) this.#follow(event); });
    svg.addEventListener("pointerup", (event) => { if (event.pointerId === this.#finger) this.#release(); });
    svg.addEventListener("pointercancel", () => this.#end());
    svg.addEventListener("contextmenu", (event) => { if (this.#isFinger && this.#aims) event.preventDefault(); });
    // A click comes after the touch, with its first point.
    svg.addEventListener("click", (event) => this.#click(event), true);
    new ResizeObserver(() => this.refresh()).observe(svg);
    window.visualViewport?.addEventListener("resize", () => this.refresh());
  }

  get way() {
    const kept = localStorage.getItem(KEY);
    return WAYS.includes(kept) ? kept : WAYS[0];
  }

  set way(way) {
    localStorage.setItem(KEY, way);
    this.reset();
  }

  // Another position is on the board.
  reset() {
    this.#end();
    this.mark(null);
    this.refresh();
  }

  // The browser is told before a touch that it is not to move the page.
  refresh() {
    this.#svg.classList.toggle("magnifies", this.way === "magnify" && this.#aims);
  }

  // Whether a touch aims.
  get #aims() {
    return this.way !== "off" && this.#board.takesMoves && this.#board.pixels < SMALL;
  }

  // Marks a point, or none.
  mark(point) {
    this.#marked = point;
    this.#board.aimAt(point);
    this.onMark(point);
  }

  // The marked point is to be chosen.
  confirm() {
    const point = this.#marked;
    this.mark(null);
    if (point) this.onPoint(point);
  }

  #press(event) {
    this.#isFinger = event.pointerType === "touch";
    // A second finger means the page.
    if (this.#finger !== null) return this.#end();
    this.#isAiming = this.#isFinger && this.way === "magnify" && this.#aims;
    if (!this.#isAiming) return undefined;
    this.#finger = event.pointerId;
    this.#svg.setPointerCapture(event.pointerId);
    return this.#follow(event);
  }

  #follow(event) {
    const aimed = this.#board.pointAt(event);
    if (aimed !== this.#aimed) {
      this.#aimed = aimed;
      this.#board.aimAt(aimed);
      this.#loupe?.remove();
      this.#loupe = aimed && this.#magnified();
      if (aimed) document.body.append(this.#loupe);
    }
    if (aimed) this.#place(event);
  }

  // The board around the point.
  #magnified() {
    const { x, y, space } = this.#board.placeOf(this.#aimed);
    const side = SHOWN * space;
    const layers = [...this.#svg.children].filter((layer) => !layer.classList.contains("points"));
    return h("div", { class: "loupe", "aria-hidden": "true" }, s("svg", {
      class: this.#svg.getAttribute("class"), viewBox: `${x - side / 2} ${y - side / 2} ${side} ${side}`,
    }, ...layers.map((layer) => layer.cloneNode(true))));
  }

  // Above the finger, or below it where there is no room.
  #place({ clientX, clientY }) {
    const above = clientY - ABOVE - LOUPE;
    const left = Math.min(Math.max(0, clientX - LOUPE / 2), document.documentElement.clientWidth - LOUPE);
    for (const [name, pixels] of Object.entries({ left, top: above < 0 ? clientY + ABOVE : above })) this.#loupe.style[name] = `${pixels}px`;
  }

  #release() {
    const point = this.#aimed;
    this.#end();
    if (point) this.onPoint(point);
  }

  #end() {
    if (this.#finger === null) return;
    [this.#finger, this.#aimed] = [null, null];
    this.#loupe?.remove();
    this.#loupe = null;
    this.#board.aimAt(null);
  }

  #click(event) {
    const point = event.target.dataset?.point;
    // Keys and speech click, too, and mean the point that they say.
    if (!point || !this.#isFinger || event.detail === 0) return;
    if (this.#isAiming) event.stopPropagation();
    if (this.way !== "confirm" || !this.#aims || !event.target.classList.contains("legal")) return;
    event.stopPropagation();
    if (this.#marked === point) this.confirm();
    else this.mark(point);
  }
}

// Fingers choose points by it from now on: `onPoint` is called with each that is chosen.
export function listen(onPoint) {
  if (state.touch) return;
  const touch = new Touch(find("board"), board);
  state.touch = touch;
  [touch.onPoint, touch.onMark] = [onPoint, showMark];
  find("touch").value = touch.way;
  find("touch").addEventListener("change", (event) => { touch.way = event.target.value; render(); });
  find("confirm").addEventListener("click", () => touch.confirm());
  show(find("touch").closest("p"), true);
}
