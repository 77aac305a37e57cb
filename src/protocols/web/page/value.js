// What a value is called: a chance of winning, points, or who wins in how many plies.

import { gameText, t } from "./texts.js";

// Games whose players say who wins, in either unit.
const BY_RESULT = ["Mill"];

// A side's value as GTP has it: `chance` and `points` (none of a win or loss in so many plies); `result` is 1, 0 or -1 where the
// side has won, drawn or lost for certain, in `plies`, where `byTable` until the next capture.
export function valueOf({ text, win_chance: chance, exact }) {
  const [, minus, bound, end] = /^(-?)(<=)?#(\d+)$/.exec(text) ?? [];
  const [, word, capture] = /^(win|loss)\/(\d+)$/.exec(text) ?? [];
  const plies = end ?? capture;
  const sign = minus === "-" || word === "loss" ? -1 : 1;
  const result = plies ? sign : exact ? Math.sign(chance - 0.5) : null;
  return { chance, points: plies ? null : Number(text), result, plies: plies ? Number(plies) : null, isBound: Boolean(bound), byTable: Boolean(word) };
}

// The same for the other side.
export const turned = (value) => ({ ...value, chance: 1 - value.chance, points: value.points && -value.points, result: value.result && -value.result });

// The same a ply later, which nothing is known of where that took a stone.
export function later(value) {
  const plies = value.plies > (value.byTable ? 1 : 0) ? value.plies - 1 : null;
  return { ...value, plies };
}

// A chance of winning in per cent: 0 and 100 are proven.
const percent = (chance) => (chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(100 * chance))) : 100 * chance);

// A number in few characters.
export const number = (points) => String(Math.round(10 * points) / 10).replace("-", "−");

const signed = (points) => `${points > 0 ? "+" : ""}${number(points)}`;

export const percentText = (chance) => `${percent(chance)} %`;

// In how many plies a game is won; nothing where that is not known, or now.
export function distance({ plies, isBound, byTable }, game) {
  if (!plies) return "";
  return BY_RESULT.includes(game) ? `${plies}${byTable ? "x" : ""}` : `${isBound ? "≤" : ""}#${plies}`;
}

// Whether a value is told by who wins, in either unit.
const isResult = (value, game) => value.result !== null && (value.points === null || BY_RESULT.includes(game));

// A value in few characters, in a unit: `chance` or `score`.
export function valueText(value, unit, game) {
  if (isResult(value, game)) {
    if (BY_RESULT.includes(game)) return `${t(`value.${value.result}`)} ${distance(value, game)}`.trim();
    return `${value.result < 0 ? "−" : ""}${distance(value, game)}`;
  }
  return unit === "score" ? signed(value.points) : String(percent(value.chance));
}

// The same of Black's value, where both sides are spoken of.
export function standing(value, unit, game) {
  if (value.result && isResult(value, game)) {
    const side = t(value.result > 0 ? "black" : "white");
    const plies = distance(value, game);
    return t("standing.wins", { side, plies: plies && ` (${plies})` });
  }
  if (isResult(value, game)) return t("standing.draw");
  return unit === "score" ? signed(value.points) : percentText(value.chance);
}

// What json-review's or json-judge's move cost, in the unit: its text in a sentence, and a short one.
export function costOf(move, unit, game) {
  const [best, played] = [move.best, move.played].map(valueOf);
  const known = unit === "score" ? move.loss : move.win_chance_loss;
  if (known === null || [best, played].every((value) => isResult(value, game))) {
    const values = { best: valueText(best, unit, game), played: valueText(played, unit, game) };
    return { text: t("cost.value", values), short: `${values.best} → ${values.played}` };
  }
  const loss = unit === "score" ? number(known) : Math.round(100 * known);
  return { text: gameText(`cost.${unit}`, game, { loss }), short: unit === "score" ? `−${loss}` : `−${loss} %` };
}
