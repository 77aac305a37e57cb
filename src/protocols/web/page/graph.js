// The values of the positions over the game, as Black sees them.

import { find, s } from "./dom.js";
import { game, review, state } from "./state.js";
import { gameText, t } from "./texts.js";
import { number, standing } from "./value.js";
import { units, view } from "./view.js";

const HEIGHT = 120;

// Left of the plot stands what its heights mean; above and below it is room for what is drawn on its edges.
const LEFT = 40;
const PAD = 7;

const RADII = { known: 2, inaccuracy: 3.5, mistake: 4.5, blunder: 5.5 };

// What the top and the bottom of the plot mean in a unit, as points, and what stands there.
function axis(values, unit) {
  if (unit === "chance") return { top: 1, labels: ["100 %", "50 %", "0 %"] };
  const points = values.map((value) => Math.abs(value?.points ?? 0));
  const top = 2 ** Math.ceil(Math.log2(Math.max(2, ...points)));
  return { top, labels: [`+${number(top)}`, "0", number(-top)] };
}

// A bar where a result is proven.
const proven = (from, to, y) => s("rect", { class: "proven", x: from, y: y - 2.5, width: to - from, height: 5 });

// `values[n]` is the value after n plies, undefined where it is not known, see value.js; `ply` is on the board. `losses[n]` names a
// move that cost much, see review.js. `label` says what there is to see.
function drawGraph(svg, { values, unit, ply, losses, label, go }) {
  // As wide as it is drawn: a click is where it seems to be.
  const width = svg.clientWidth || 400;
  const plies = values.length - 1;
  const span = Math.max(plies, 1);
  const step = (width - LEFT - PAD) / span;
  const { top, labels } = axis(values, unit);
  const x = (n) => LEFT + n * step;
  const share = ({ chance, points, result }) => (unit === "chance" ? chance : ((points ?? result * top) / top + 1) / 2);
  const y = (value) => PAD + (1 - share(value)) * (HEIGHT - 2 * PAD);
  const known = [...values.entries()].filter(([, value]) => value !== undefined);
  const line = known.map(([n, value], index) => `${index ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute("aria-label", label);
  svg.replaceChildren(
    s("rect", { class: "ground", x: LEFT, width: width - LEFT - PAD, height: HEIGHT }),
    ...labels.map((text, place) => s("text", { x: LEFT - 5, y: [PAD + 4, HEIGHT / 2 + 4, HEIGHT - PAD + 4][place] }, text)),
    s("path", { class: "half", d: `M${LEFT} ${HEIGHT / 2}H${width - PAD}` }),
    ...known.filter(([, value]) => value.result !== null).map(([n, value]) => proven(x(Math.max(n - 0.5, 0)), x(Math.min(n + 0.5, plies)), y(value))),
    s("path", { class: "line", d: line }),
    ...known.map(([n, value]) => s("circle", { cx: x(n), cy: y(value), r: RADII[losses[n] ?? "known"], class: losses[n] ?? "known" })),
    s("path", { class: "here", d: `M${x(ply)} 0V${HEIGHT}` }),
  );
  svg.onclick = (event) => {
    const { left, width: shown } = svg.getBoundingClientRect();
    const at = ((event.clientX - left) / shown) * width;
    go(Math.min(plies, Math.max(0, Math.round((at - LEFT) / step))));
  };
}

// The values of the line on the board.
export function showGraph() {
  const { tree } = game;
  const line = [0, ...tree.line()];
  const names = new Map(review.moments(tree).map(({ node, name }) => [node, name]));
  const [unit, played] = units();
  const ply = game.moves.length;
  const value = state.values.get(line[ply]);
  const title = gameText(`graph.${unit}`, played);
  find("graph-title").textContent = title;
  find("standing").textContent = value ? standing(value, unit, played) : "";
  const marked = line.map((node, n) => names.has(node) && `${n} ${t(`review.name.${names.get(node)}`)}`).filter(Boolean).join(", ");
  drawGraph(find("graph"), {
    values: line.map((number) => state.values.get(number)), unit, ply, losses: line.map((number) => names.get(number)),
    label: t(marked ? "graph.label.marked" : "graph.label", { title, ply, plies: line.length - 1, value: value ? standing(value, unit, played) : t("unknown"), marked }),
    go: (n) => view.onGo(line[n]),
  });
}
