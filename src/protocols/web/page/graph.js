// The chance of winning over the game, as Black sees it.

import { s } from "./dom.js";

const HEIGHT = 110;

// `chances[n]` is Black's chance after n plies, undefined where it is not known; `ply` is on the board. `losses[n]` names a move that
// cost much, see review.js.
export function drawGraph(svg, { chances, ply, losses, go }) {
  // As wide as it is drawn: a click is where it seems to be.
  const width = svg.clientWidth || 400;
  const plies = chances.length - 1;
  const span = Math.max(plies, 1);
  const x = (n) => (n / span) * width;
  const y = (chance) => (1 - chance) * HEIGHT;
  const known = [...chances.entries()].filter(([, chance]) => chance !== undefined);
  const line = known.map(([n, chance], index) => `${index ? "L" : "M"}${x(n).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  svg.replaceChildren(
    s("rect", { class: "ground", width, height: HEIGHT }),
    s("path", { class: "half", d: `M0 ${HEIGHT / 2}H${width}` }),
    s("path", { class: "chance", d: line }),
    ...known.map(([n, chance]) => s("circle", { cx: x(n), cy: y(chance), r: losses[n] ? 4.5 : 2, class: losses[n] ?? "known" })),
    s("path", { class: "here", d: `M${x(ply)} 0V${HEIGHT}` }),
  );
  svg.onclick = (event) => {
    const { left, width: shown } = svg.getBoundingClientRect();
    go(Math.min(plies, Math.max(0, Math.round(((event.clientX - left) / shown) * span))));
  };
}
