// "Find the better move": the position before a move that cost much, where moves are tried. None of them is played, and the
// game stays as it is.

import { REVIEW_TIME, act, go, playMove } from "./actions.js";
import { find } from "./dom.js";
import { clocks, game, review, state } from "./state.js";
import { render } from "./view.js";

// A move that costs less of the chance to win than this is as good, as on Lichess.
const GOOD = 0.04;

// The moment before (-1) or after (1) the one that is tried, or the position on the board.
function beside(by) {
  const moments = review.moments(game.tree);
  const ply = state.retry ? review.moves.get(state.retry.node).number : game.tree.path().length;
  return by < 0 ? moments.findLast(({ number }) => number < ply) : moments.find(({ number }) => number > ply);
}

export function goToMoment(by) {
  const moment = beside(by);
  if (moment) go(moment.node);
}

function begin(moment) {
  return act(async () => {
    const from = state.retry?.from ?? game.tree.here;
    clocks.stop();
    await game.goTo(game.tree.get(moment.node).parent);
    state.retry = { node: moment.node, from };
  }, { isRetry: true }).then(() => find("board").querySelector("[tabindex='0']").focus());
}

// Begins with the moment on the board, or else with the next one, or the first.
export function startRetry() {
  const [first, ...others] = review.moments(game.tree);
  const here = [first, ...others].find((moment) => moment?.node === game.tree.here);
  if (first && !state.retry) begin(here ?? beside(1) ?? first);
}

// On to the next moment, after the last to the first.
export const retryNext = () => begin(beside(1) ?? review.moments(game.tree)[0]);

// Judges a move of the position, as the review does.
export function tryMove(move) {
  return act(async () => {
    const { retry } = state;
    const known = review.moves.get(retry.node);
    Object.assign(retry, { tried: move, verdict: "judging", isShown: false });
    render();
    const judged = await review.judge(move, known, state.strongest, REVIEW_TIME);
    if (state.retry !== retry) return;
    retry.judged = judged;
    if (judged.played.move === known.best.move) retry.verdict = "best";
    else retry.verdict = judged.win_chance_loss < GOOD ? "good" : "worse";
    known.isFound ||= retry.verdict !== "worse";
  }, { isRetry: true });
}

// Shows the best move.
export function reveal() {
  state.retry.isShown = true;
  render();
}

// The move that was tried is played after all: a variation.
export function keepTried() {
  const { tried } = state.retry;
  return act(() => {
    state.retry = null;
    return playMove(tried);
  }, { isRetry: true });
}

// Back to where the game was.
export function leaveRetry() {
  if (state.retry) act();
}
