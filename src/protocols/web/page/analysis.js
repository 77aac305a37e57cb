// What the engine thinks of the position: a value on every point, and the best lines beside the board.

import { h } from "./dom.js";
import { pointsOf } from "./board.js";
import { language, t } from "./texts.js";
import { percentText, valueOf, valueText } from "./value.js";

// Tenths of a second between two reports.
const INTERVAL = 20;

// So many moves are shown on the board.
const MOST = 400;

// And so many as lines.
const LINES = 5;

export class Analysis {
  #gtp;
  #list;
  #summary;
  #game;
  // Called with every new report, or null.
  onReport = () => {};
  // Called with a line under the pointer, or null.
  onLine = () => {};
  #token = 0;
  report = null;

  // `list` shows the best lines, `summary` how far the search is; `game` tells the name of the one on the board.
  constructor(gtp, list, summary, game) {
    [this.#gtp, this.#list, this.#summary, this.#game] = [gtp, list, summary, game];
    // Rows are made anew while the pointer is over them: only the list knows when it leaves.
    list.addEventListener("mouseleave", () => this.onLine(null));
  }

  // Analyses the position until something else is asked of the engine.
  async start(player) {
    const token = ++this.#token;
    try {
      // A player of the game may be held to a depth.
      const told = this.#gtp.all([`set_player ${player}`, "set_depth 0"]);
      await Promise.all([told, this.#gtp.ask(`json-analyze ${INTERVAL} maxmoves ${MOST}`, (line) => {
        if (token === this.#token) this.#show(JSON.parse(line));
      })]);
    } catch (error) {
      if (token === this.#token) this.#summary.textContent = error.message;
    }
  }

  // What comes of an analysis that runs is not shown any more.
  clear() {
    this.#token++;
    this.report = null;
    this.#list.replaceChildren();
    this.#summary.textContent = "";
    this.onReport(null);
  }

  #show(report) {
    this.report = report;
    const { depth, confidence } = report;
    const nodes = Intl.NumberFormat(language, { notation: "compact" }).format(report.nodes);
    this.#summary.textContent = t(confidence < 100 ? "thoughts.selective" : "thoughts", { depth, confidence, nodes });
    const focused = [...this.#list.children].indexOf(document.activeElement);
    this.#list.replaceChildren(...report.lines.slice(0, LINES).map((line) => this.#row(line)));
    this.#list.children[focused]?.focus();
    this.onReport(report);
  }

  #row(line) {
    const over = () => this.onLine(line);
    return h("li", { tabindex: 0, mouseenter: over, focus: over, blur: () => this.onLine(null) },
      h("span", { class: "value" }, valueText(valueOf(line), "score", this.#game()), line.exact ? h("span", { class: "proof", title: t("proven") }, " ✓") : null),
      h("span", { class: "chance" }, percentText(line.win_chance)),
      h("span", { class: "moves" }, line.pv.join(" ")));
  }
}

// Of all moves that go on with a point after those that are chosen, the best line, by the point.
export function linesByPoint(report, chosen) {
  const best = new Map();
  for (const [rank, line] of report.lines.entries()) {
    const points = pointsOf(line.pv[0] ?? "");
    const point = points[chosen.length];
    if (!point || best.has(point) || !chosen.every((name, index) => points[index] === name)) continue;
    best.set(point, { ...line, rank });
  }
  return best;
}

// So many values are shown whatever they are; of the others only those of good moves.
const SHOWN = 8;

// What stands on the points of the board: the values of these lines, as a `score` or as the `chance` of winning in per
// cent.
export function values(report, chosen, unit, game) {
  const best = linesByPoint(report, chosen);
  const top = Math.max(...[...best.values()].map((line) => line.win_chance), 0.01);
  return [...best].map(([point, line]) => ({
    point, exact: line.exact, text: valueText(valueOf(line), unit, game), share: line.win_chance / top, best: line.rank === 0,
    faint: line.rank >= SHOWN && line.win_chance < 0.5 * top,
  }));
}
