// The chance of winning over the game, as Black sees it.

import { s } from "./dom.js";

const [WIDTH, HEIGHT] = [400, 110];

// `chances[n]` is Black's chance after n plies, where it is known; `ply` is on the board. Losses are marked, see review.js.
export function drawGraph(svg, { chances, plies, ply, losses, go }) {
  const span = Math.max(plies, 1);
  const x = (n) => (n / span) * WIDTH;
  const y = (chance) => (1 - chance) * HEIGHT;
  const known = [...chances.entries()].filter(([n, chance]) => chance !== undefined && n <= plies);
  const line = known.map(([n, chance], index) => `${index ? "L" : "M"}${x(n).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.replaceChildren(
    s("rect", { class: "ground", width: WIDTH, height: HEIGHT }),
    s("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path", { class: "chance", d: line }),
    ...known.map(([n, chance]) => s("circle", { cx: x(n), cy: y(chance), r: losses.get(n) ? 4.5 : 2, class: losses.get(n) ?? "known" })),
    s("path", { class: "here", d: `M${x(ply)} 0V${HEIGHT}` }),
  );
  svg.onclick = (event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(Math.min(plies, Math.max(0, Math.round(((event.clientX - left) / width) * span))));
  };
}
