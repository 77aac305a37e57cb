// What the review of the game says, see review.js.

import { find, h, show } from "./dom.js";
import { NAMES, thenText } from "./review.js";
import { game, review, state } from "./state.js";
import { t } from "./texts.js";
import { costOf, valueOf, valueText } from "./value.js";
import { units, view } from "./view.js";

// What is to be said of the move of a node, as elements; null where nothing is known.
function describe(node) {
  const move = review.moves.get(node);
  if (!move) return null;
  const [unit, played] = units();
  const same = move.best.move.toUpperCase() === move.played.move.toUpperCase();
  const cost = unit === "score" ? move.loss ?? move.win_chance_loss : move.win_chance_loss;
  const text = same ? t("review.best") : cost ? t(`review.${move.name ?? "worse"}`, { cost: costOf(move, unit, played).text }) : t("review.equal", { move: move.best.move });
  const better = same || !cost ? null : h("p", {}, t("review.better"), h("b", {}, move.best.move), ` ${valueText(valueOf(move.best), unit, played)}`, thenText(move.best));
  return h("div", {}, h("p", {}, h("b", {}, `${move.number}. ${t(move.color)} ${move.played.move} `), text), better);
}

// What it says of the whole game: how far it is, or both sides' accuracy and how often they missed much.
function summaryElement() {
  const { summary } = review;
  if (!summary) return "";
  if (summary.count) return t("judged", summary);
  const heads = Object.entries(NAMES).map(([mark, name]) => h("th", { scope: "col", title: t(`count.${name}`), "aria-label": t(`count.${name}`) }, mark));
  const rows = ["black", "white"].filter((color) => summary[color].accuracy !== null).map((color) => {
    const { accuracy, best, moves } = summary[color];
    const own = [...review.moves.values()].filter((move) => move.color === color);
    return h("tr", {}, h("th", { scope: "row" }, h("span", { class: `disc ${color}`, "aria-hidden": "true" }), ` ${t(color)}`),
      h("td", {}, `${accuracy.toFixed(0)} %`), h("td", {}, t("best.of", { best, moves })),
      ...Object.values(NAMES).map((name) => h("td", {}, own.filter((move) => move.name === name).length)));
  });
  return h("table", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("accuracy")), h("th", { scope: "col" }, t("best")), ...heads), ...rows);
}

// What the review says: of the game, of the moments that mattered, and of the move on the board.
export function showReview() {
  const { tree } = game;
  const summary = h("div", {}, summaryElement());
  // What has not changed is not read out again.
  if (find("summary").innerHTML !== summary.innerHTML) find("summary").replaceChildren(...summary.childNodes);
  find("verdict").replaceChildren(...[describe(tree.here)].filter(Boolean));
  const moments = review.moments(tree);
  show(find("moments-of-review"), moments.length > 0);
  const place = [...find("moments").children].findIndex((item) => item.contains(document.activeElement));
  const here = state.retry?.node ?? tree.here;
  find("moments").replaceChildren(...moments.map((moment) => h("li", {}, h("button", {
    type: "button", class: `${moment.name} ${moment.node === here ? "here" : ""}`, "aria-current": moment.node === here && "true",
    click: () => view.onGo(moment.node),
  }, `${moment.number}. `, h("span", { class: `disc ${moment.color}`, role: "img", "aria-label": t(moment.color) }),
  ` ${moment.played.move} ${moment.mark} `, h("span", { class: "cost" }, costOf(moment, ...units()).short),
  moment.isFound ? h("span", { role: "img", "aria-label": t("found") }, " ✓") : null))));
  find("moments").children[place]?.firstChild.focus();
}
