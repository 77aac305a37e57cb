// The board as one SVG, drawn from what the engine says of the game: json-geometry, json-position, json-legal_moves.

import { s } from "./dom.js";
import { t } from "./texts.js";

const CELL = 40;
const STONE = 0.44 * CELL;

// The points of a move's text, in their order.
export const pointsOf = (move) => move.toUpperCase().match(/[A-Z]\d+/g) ?? [];

const NAMES = { X: "black", O: "white" };

// What stands on the marks of threats, and whether it ends the game unless it is stopped, by what json-threats calls them.
const THREATS = { five: ["5", true], "open four": ["4", true], four: ["4", false], "open three": ["3", false] };

// Milliseconds that stones take to slide and discs to turn.
const MOTION = 150;

// A shape that is seen on every ground: a dark rim of so many pixels, and itself on it.
const rimmed = (tag, shape, name, width) => [s(tag, { ...shape, class: "rim", "stroke-width": width }), s(tag, { ...shape, class: name })];

const isMiddle = (line, lines) => 2 * line + 1 === lines;

// Whether a line of a board has star points: the third or fourth from either side, and the one in the middle.
function isStar(line, lines) {
  const edge = lines > 11 ? 3 : 2;
  return lines > 8 && (line === edge || line === lines - 1 - edge || isMiddle(line, lines));
}

// The rows and columns that have points: of a smaller board those at the edges have none.
function trimmed(rows) {
  const columns = rows[0].map((_, x) => rows.some((row) => row[x]));
  const [from, to] = [columns.indexOf(true), columns.lastIndexOf(true) + 1];
  return rows.filter((row) => row.some(Boolean)).map((row) => row.slice(from, to));
}

export class Board {
  #svg;
  // Called with the name of a point that was chosen.
  onPoint = () => {};
  // Called with that under the pointer or focus, or null.
  onHover = () => {};
  // Called, while the board paints, with each point that a stroke of the pointer passes, and whether it begins there.
  onPaint = () => {};
  #geometry = null;
  #places = new Map();
  #buttons = new Map();
  #layers = {};
  #focus = null;
  // By their points: the values, and the places in the line that is shown.
  #values = new Map();
  #expected = new Map();
  #paints = false;
  #mayMove = false;
  #stones = new Map();
  // What stood on each point before, after how many moves, and which discs the last of them had turned.
  #before = { cells: new Map(), plies: 0, turned: [] };

  constructor(svg) {
    this.#svg = svg;
    svg.addEventListener("keydown", (event) => this.#key(event));
    // What is clicked has no focus, which would take the arrow keys from the game; what had it, has it no more.
    svg.addEventListener("mousedown", (event) => { event.preventDefault(); document.activeElement?.blur(); });
    for (const kind of ["pointerdown", "pointerover"]) svg.addEventListener(kind, (event) => this.#stroke(event));
  }

  // Draws an empty board.
  setGeometry(geometry) {
    this.#geometry = geometry;
    this.#before = { cells: new Map(), plies: 0, turned: [] };
    this.#places.clear();
    this.#svg.replaceChildren();
    const { lines } = geometry;
    const rows = trimmed(geometry.rows);
    const width = Math.max(...rows.map((row) => row.length));
    const squares = lines.length === 0;
    const margin = 0.75 * CELL;
    this.#svg.setAttribute("viewBox", `${-margin} ${-margin} ${width * CELL + 2 * margin} ${rows.length * CELL + 2 * margin}`);
    this.#svg.classList.toggle("squares", squares);
    const back = s("rect", { class: "back", x: 0, y: 0, width: width * CELL, height: rows.length * CELL, rx: 4 });
    if (!squares) for (const [name, value] of [["x", -0.1], ["y", -0.1]]) back.setAttribute(name, value * CELL);
    if (!squares) back.setAttribute("width", (width + 0.2) * CELL);
    if (!squares) back.setAttribute("height", (rows.length + 0.2) * CELL);
    this.#svg.append(back);
    rows.forEach((row, y) => row.forEach((name, x) => {
      if (name) this.#places.set(name, { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL, col: x, row: y });
    }));
    this.#drawGrid(rows, width, squares);
    this.#drawLabels(rows, width);
    for (const layer of ["rows", "stones", "marks", "values", "threats", "expected", "aim", "points"]) {
      this.#layers[layer] = s("g", { class: layer });
      this.#svg.append(this.#layers[layer]);
    }
    this.#drawPoints();
  }

  #drawGrid(rows, width, squares) {
    const { lines } = this.#geometry;
    const grid = s("g", { class: "grid" });
    if (squares) {
      for (let x = 0; x <= width; x++) grid.append(s("path", { d: `M${x * CELL} 0V${rows.length * CELL}` }));
      for (let y = 0; y <= rows.length; y++) grid.append(s("path", { d: `M0 ${y * CELL}H${width * CELL}` }));
    }
    for (const [from, to] of lines) {
      const [a, b] = [this.#places.get(from), this.#places.get(to)];
      grid.append(s("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }));
    }
    // Of a board with holes the points are seen; of others those by which people find their way.
    const whole = this.#places.size === width * rows.length;
    const seen = ({ col, row }) => !whole || (isStar(col, width) && isStar(row, rows.length)
      && (width > 15 || isMiddle(col, width) === isMiddle(row, rows.length)));
    for (const place of squares ? [] : this.#places.values()) {
      if (seen(place)) grid.append(s("circle", { cx: place.x, cy: place.y, r: 3.5, class: "knot" }));
    }
    this.#svg.append(grid);
  }

  #drawLabels(rows, width) {
    const labels = s("g", { class: "labels", "aria-hidden": "true" });
    for (let x = 0; x < width; x++) {
      const name = rows.map((row) => row[x]).find(Boolean);
      if (!name) continue;
      for (const y of [-0.35, rows.length + 0.35]) {
        labels.append(s("text", { x: (x + 0.5) * CELL, y: y * CELL }, name.match(/^[A-Z]+/)[0]));
      }
    }
    rows.forEach((row, y) => {
      const name = row.find(Boolean);
      if (!name) return;
      for (const x of [-0.38, width + 0.38]) {
        labels.append(s("text", { x: x * CELL, y: (y + 0.5) * CELL }, name.match(/\d+$/)[0]));
      }
    });
    this.#svg.append(labels);
  }

  // What is clicked, hovered and focused: a button for each point.
  #drawPoints() {
    this.#buttons.clear();
    for (const [name, { x, y }] of this.#places) {
      const button = s("rect", {
        x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: "point", role: "button", tabindex: -1,
        "data-point": name, "aria-label": name,
        // While the board paints, the pointer has done what there is to do; other clicks come from keys and speech.
        click: (event) => { if (!this.#paints || event.detail === 0) this.onPoint(name); },
        pointerenter: () => this.onHover(name),
        pointerleave: () => this.onHover(null),
        focus: () => { this.#focusOn(name); this.onHover(name); },
        blur: () => this.onHover(null),
      });
      this.#buttons.set(name, button);
      this.#layers.points.append(button);
    }
    this.#focusOn(this.#places.has(this.#focus) ? this.#focus : this.#places.keys().next().value);
  }

  // While it paints, strokes of the pointer mean points, not moves.
  set paints(paints) {
    this.#paints = paints;
    this.#svg.classList.toggle("paints", paints);
  }

  #stroke(event) {
    const point = event.target.dataset?.point;
    const begins = event.type === "pointerdown";
    if (!this.#paints || !point || event.buttons !== 1) return;
    // A finger would stay with the point that it touched first.
    if (begins && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.onPaint(point, begins);
  }

  // The focus comes to the point that has it among the points.
  focus() {
    this.#button(this.#focus).focus();
  }

  #button(name) {
    return this.#buttons.get(name);
  }

  // Of all points one can be reached by Tab; from there on by arrows.
  #focusOn(name) {
    if (this.#focus) this.#button(this.#focus)?.setAttribute("tabindex", -1);
    this.#focus = name;
    this.#button(name)?.setAttribute("tabindex", 0);
  }

  #key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const here = this.#places.get(this.#focus);
    if (event.key === "Enter" || event.key === " ") this.onPoint(this.#focus);
    else if (step && here) this.#move(here, step);
    else return;
    event.preventDefault();
  }

  // To the nearest point in this direction.
  #move(here, [dx, dy]) {
    let best = null;
    for (const [name, { col, row }] of this.#places) {
      const [along, aside] = dx ? [(col - here.col) * dx, Math.abs(row - here.row)] : [(row - here.row) * dy, Math.abs(col - here.col)];
      const distance = along + 3 * aside;
      if (along > 0 && (best === null || distance < best.distance)) best = { name, distance };
    }
    if (best) this.#button(best.name).focus();
  }

  // The stones, the last move, and the points that may come next: those are marked, or where they are many, those that
  // are forbidden. `chosen` are the points of a move that is being entered; `mayMove` is false where nobody is to choose one.
  // `numbers` are those of the moves on their stones, `completed` the rows that the last move has completed.
  setPosition({ board, plies, last, next, chosen, mayMove, numbers, completed = [] }) {
    const { stones, marks, rows } = this.#layers;
    for (const layer of [stones, marks, rows]) layer.replaceChildren();
    this.#stones.clear();
    this.#mayMove = mayMove;
    this.#svg.classList.toggle("waits", !mayMove);
    for (const row of completed) {
      const points = row.map((name) => this.#places.get(name));
      for (const [part, more] of [["edge", 5], ["row", 3]]) {
        rows.append(s("path", { d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`, class: part }),
          ...points.map(({ x, y }) => s("circle", { cx: x, cy: y, r: STONE + more, class: part })));
      }
    }
    const cells = new Map();
    this.#geometry.rows.forEach((row, y) => row.forEach((name, x) => name && cells.set(name, board[y][x])));
    const empty = [...cells.keys()].filter((name) => cells.get(name) === ".");
    const nextEmpty = empty.filter((name) => next.has(name)).length;
    // Of Othello's squares few are legal, of other boards' points few are not.
    const marksLegal = this.#geometry.lines.length === 0;
    const forbids = !marksLegal && nextEmpty > 0 && chosen.length === 0;
    for (const [name, cell] of cells) {
      const { x, y } = this.#places.get(name);
      if (NAMES[cell]) {
        const stone = s("circle", { cx: x, cy: y, r: STONE, class: NAMES[cell] });
        stones.append(stone);
        if (numbers.has(name)) stones.append(s("text", { x, y: y + 1, class: `number on-${NAMES[cell]}` }, String(numbers.get(name))));
        this.#stones.set(name, stone);
        if (mayMove && next.has(name)) marks.append(...rimmed("circle", { cx: x, cy: y, r: STONE + 2 }, "may-take", 5));
      } else if (mayMove && next.has(name) && (marksLegal || chosen.length > 0)) {
        marks.append(s("circle", { cx: x, cy: y, r: 5, class: "may" }));
      } else if (cell === "*") {
        marks.append(s("path", { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`, class: "forbidden" }));
      } else if (forbids && !next.has(name)) {
        marks.append(s("path", { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`, class: "forbidden" }));
      }
      const legal = mayMove && next.has(name);
      this.#button(name).setAttribute("aria-label", t(legal ? "point.legal" : "point", { point: name, content: t(`point.${NAMES[cell] ?? "empty"}`) }));
      this.#button(name).classList.toggle("legal", legal);
    }
    this.#change(cells, plies, last, chosen);
    for (const name of this.#before.turned.filter((point) => !numbers.has(point))) {
      const { x, y } = this.#places.get(name);
      marks.append(s("circle", { cx: x, cy: y, r: 3, class: "turned" }));
    }
    this.#markWay(last, cells);
    const lastStone = last && pointsOf(last[1]).filter((name) => NAMES[cells.get(name)] === last[0]).at(-1);
    // A number says by itself which stone is the last.
    if (lastStone && !numbers.has(lastStone)) {
      const { x, y } = this.#places.get(lastStone);
      marks.append(s("circle", { cx: x, cy: y, r: 5, class: `last on-${NAMES[cells.get(lastStone)]}` }));
    }
    for (const name of chosen) {
      const { x, y } = this.#places.get(name);
      marks.append(...rimmed("circle", { cx: x, cy: y, r: STONE + 2 }, "chosen", 6));
    }
  }

  // What has changed since the board was drawn last moves: a stone slides, also before what it takes is chosen, discs turn, and what
  // is taken fades away. Discs that the last move has turned keep a mark.
  #change(cells, plies, last, chosen) {
    const before = this.#before;
    const changed = [...cells.keys()].filter((name) => before.cells.has(name) && before.cells.get(name) !== cells.get(name));
    const isNext = plies === before.plies + 1;
    const points = isNext ? pointsOf(last[1]) : chosen;
    const slides = isNext ? last[1].includes("-") : plies === before.plies && chosen.length === 2;
    const others = changed.filter((name) => name !== points[0]);
    const turns = isNext && others.every((name) => NAMES[cells.get(name)] === last[0] && NAMES[before.cells.get(name)]);
    const turned = turns ? others : plies === before.plies && changed.length === 0 ? before.turned : [];
    this.#before = { cells, plies, turned };
    if ((!isNext && !slides) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const name of changed) {
      const stone = this.#stones.get(name);
      if (slides && name === points[1]) {
        const [start, end] = points.map((point) => this.#places.get(point));
        stone.animate([{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }], MOTION);
      } else if (turned.includes(name)) {
        stone.animate([{ transform: "scaleX(0)" }, { transform: "none" }], MOTION);
      } else if (!stone && !(slides && name === points[0])) {
        const { x, y } = this.#places.get(name);
        const taken = s("circle", { cx: x, cy: y, r: STONE, class: NAMES[before.cells.get(name)] });
        this.#layers.stones.append(taken);
        taken.animate([{ opacity: 1 }, { opacity: 0 }], MOTION).onfinish = () => taken.remove();
      }
    }
  }

  // Where the last move's stone came from, and what it took.
  #markWay(last, cells) {
    if (!last) return;
    const points = pointsOf(last[1]);
    const slides = last[1].includes("-");
    const { marks } = this.#layers;
    for (const [index, name] of points.entries()) {
      if (cells.get(name) !== ".") continue;
      const { x, y } = this.#places.get(name);
      marks.append(slides && index === 0
        ? s("circle", { cx: x, cy: y, r: STONE - 2, class: "from" })
        : s("path", { d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`, class: "gone" }));
    }
  }

  // A stone on its way to the engine, until the position is set anew.
  showPending(name, color) {
    const { x, y } = this.#places.get(name);
    this.#layers.marks.append(s("circle", { cx: x, cy: y, r: STONE, class: `pending ${color}` }));
  }

  // A move as a whole: where it comes from, where it leads, and what it takes.
  showMove(move, color) {
    this.setExpected([move], color);
    const [first, ...others] = pointsOf(move);
    const slides = move.includes("-");
    const [from, to] = [first, slides ? others[0] : first].map((name) => this.#places.get(name));
    if (slides) this.#layers.expected.prepend(...rimmed("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}` }, "way", 8));
    for (const name of slides ? others.slice(1) : others) {
      const { x, y } = this.#places.get(name);
      this.#layers.expected.append(...rimmed("path", { d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18` }, "taken", 7));
    }
  }

  // A value on each of these points: its text, how good it is (0 to 1), whether it is proven, whether it is the best, and whether
  // it is one of many that matter little.
  setValues(values) {
    this.#layers.values.replaceChildren();
    this.#values.clear();
    for (const { point, text, share, exact, best, faint } of values) {
      const place = this.#places.get(point);
      if (!place) continue;
      const shade = Math.round(4 * Math.min(1, Math.max(0, share)));
      if (faint) {
        this.#layers.values.append(s("circle", { cx: place.x, cy: place.y, r: 3, class: "faint" }));
        continue;
      }
      const disc = rimmed("circle", { cx: place.x, cy: place.y, r: 0.4 * CELL }, "face", 6);
      const label = s("g", { class: `value shade-${shade}${best ? " best" : ""}` }, ...(best ? disc : disc.slice(1)),
        s("text", { x: place.x, y: place.y + 1, class: text.length > 4 ? "long" : "" }, text));
      if (exact) label.append(s("path", { d: `M${place.x - 5} ${place.y + 9}l3 3l6 -6`, class: "exact" }));
      this.#layers.values.append(label);
      this.#values.set(point, label);
    }
    this.#uncover();
  }

  // Values stand where the line that is shown has no stone.
  #uncover() {
    for (const [point, label] of this.#values) label.classList.toggle("hidden", this.#expected.has(point));
  }

  // Marks the points where a side's stone makes a threat, as json-threats has them: Black's in the upper left corner of
  // the point, White's in the lower right one.
  setThreats(threats) {
    this.#layers.threats.replaceChildren();
    for (const { color, point, kind } of threats) {
      const [{ x, y }, [length, decides], button] = [this.#places.get(point), THREATS[kind], this.#button(point)];
      button.setAttribute("aria-label", t("point.threat", { point: button.getAttribute("aria-label"), side: t(color), kind: t(`threat.${kind}`) }));
      const aside = (color === "black" ? -0.33 : 0.33) * CELL;
      const disc = rimmed("circle", { cx: x + aside, cy: y + aside, r: 0.17 * CELL }, "face", 5.5);
      this.#layers.threats.append(s("g", { class: `${color}${decides ? " decides" : ""}` }, ...(decides ? disc : disc.slice(1)), s("text", { x: x + aside, y: y + aside + 0.5 }, length)));
    }
  }

  // Whether a point that is chosen now may be a move.
  get takesMoves() {
    return this.#mayMove && !this.#paints;
  }

  // The pixels between two points, as they are seen: the page may be zoomed by two fingers.
  get pixels() {
    return CELL * (this.#svg.getScreenCTM()?.a ?? 0) * (window.visualViewport?.scale ?? 1);
  }

  // The point next to a place in the window; null outside the board.
  pointAt({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
    const far = ([, place]) => Math.hypot(place.x - x, place.y - y);
    const [name, place] = [...this.#places].reduce((best, other) => (far(other) < far(best) ? other : best));
    return far([name, place]) < 0.75 * CELL ? name : null;
  }

  // Lines that cross on a point which is not chosen yet; none for null.
  aimAt(name) {
    this.#layers.aim.replaceChildren();
    const place = this.#places.get(name);
    if (!place) return;
    const { x, y } = place;
    const [left, top, width, height] = this.#svg.getAttribute("viewBox").split(" ").map(Number);
    const cross = `M${left} ${y}H${x - STONE}M${x + STONE} ${y}H${left + width}M${x} ${top}V${y - STONE}M${x} ${y + STONE}V${top + height}`;
    for (const part of ["edge", "cross"]) {
      this.#layers.aim.append(s("path", { d: cross, class: part }), s("circle", { cx: x, cy: y, r: STONE, class: part }));
    }
  }

  // The place of a point in the drawing, and the space between two.
  placeOf(name) {
    return { ...this.#places.get(name), space: CELL };
  }

  // How the game is expected to go on: numbers on the points of these moves, the first by `color`.
  setExpected(moves, color) {
    this.#layers.expected.replaceChildren();
    const seen = this.#expected = new Map();
    moves.forEach((move, index) => {
      const point = pointsOf(move).at(move.includes("-") ? 1 : 0);
      if (point && !seen.has(point)) seen.set(point, index);
    });
    this.#uncover();
    for (const [point, index] of seen) {
      const place = this.#places.get(point);
      if (!place) continue;
      const black = (color === "black") === (index % 2 === 0);
      this.#layers.expected.append(s("circle", { cx: place.x, cy: place.y, r: 0.4 * CELL, class: black ? "black" : "white" }),
        s("text", { x: place.x, y: place.y + 1, class: black ? "on-black" : "on-white" }, String(index + 1)));
    }
  }
}
