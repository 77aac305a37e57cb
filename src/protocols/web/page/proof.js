// The proof that is in the program, where it has the position on the board: who wins, in how many moves, and each move's answer.

import { act, atBest, begin, search, shuffle } from "./actions.js";
import { find, h, show } from "./dom.js";
import { download } from "./records.js";
import { COLORS, game, opening, players, state } from "./state.js";
import { t } from "./texts.js";

// Seconds that a certificate may take.
const CERTIFICATE_TIME = 60;

// The winner's moves in so many plies, the last of which is the winner's.
const movesIn = (plies) => Math.ceil(plies / 2);

export function showProof() {
  const proven = state.setup || state.retry || opening.step(game.tree) ? null : game.position.proof;
  show(find("proof"), proven);
  if (!proven) return;
  find("proof-title").textContent = t("proof.title", { side: t(proven.winner), count: movesIn(proven.plies) });
  if (!game.proof) return;
  const known = game.proof.moves.filter(({ plies }) => plies !== null).sort((one, other) => other.plies - one.plies);
  find("proof-moves").replaceChildren(...known.map((move) => h("li", {}, h("button", { type: "button", click: () => follow(move) }, words(move)))));
  const others = game.proof.moves.length - known.length;
  find("proof-others").textContent = others > 0 ? t("proof.others", { count: others }) : "";
}

function words({ move, answer, plies }) {
  return answer ? t("proof.answer", { move, answer, count: movesIn(plies) }) : t("proof.move", { move });
}

// Plays a move of the proof, and the answer to it.
function follow({ move, answer }) {
  act(async () => {
    const color = game.toMove;
    await game.play(color, move);
    if (answer) await game.play(COLORS.find((side) => side !== color), answer);
  });
}

// Saves the win from here as every reply and the answer to it, which the rules alone check.
export function saveCertificate() {
  act(async () => {
    state.notice = `${t("proof.making")} `;
    const text = (await search([...atBest(CERTIFICATE_TIME), "certificate"])).at(-1);
    download(`${game.position.game.toLowerCase()}-${game.moves.length}-certificate.txt`, new Blob([`${text}\n`], { type: "text/plain" }));
    state.notice = `${t("proof.saved", { side: t(game.position.proof.winner) })} `;
  });
}

// A new game against the side that wins.
export function playProof() {
  const { winner } = game.position.proof;
  act(async () => {
    for (const color of COLORS) players[color].state = color === winner ? [state.strongest, "time 1"] : ["", ""];
    state.paused = false;
    await begin(["clear_board"], "free");
    await shuffle();
  });
}
