// The page's address leads to the game on the board, and a game that it leads to comes on the board.

import { game } from "./state.js";
import { t } from "./texts.js";

// The address of this tab's game, behind the one before it: a page that is loaded again has its game already, and the browser may
// load it by the address before, which it changes a moment after the page does.
const KEY = "tengen-address";

// Milliseconds without a change until the address has it: browsers allow few changes in a short time.
const REST = 400;

// What puts a game into an address is not needed for the first board.
const LINK = () => import("./link.js");

// Whether an address has a game, or what was meant as one.
const leadsToGame = (part) => new URLSearchParams(part.slice(1)).has("sgf");

let timer = 0;

// The part that the page has put into its address, or taken from it: another one is still to be opened.
let current = "";

async function hash() {
  const { hashOf } = await LINK();
  return hashOf({
    record: game.record, position: game.position.position, place: game.tree.order().indexOf(game.tree.here),
    ply: game.tree.path(game.tree.trunk()).length,
  });
}

const withHash = (part) => `${location.pathname}${location.search}${part}`;

export async function link() {
  return new URL(withHash(await hash()), location.href).href;
}

// The address is to follow the game; the history has no entry for it.
export function follow() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const part = await hash();
    if (location.hash !== current) return;
    if (part !== current) sessionStorage.setItem(KEY, `${current} ${part}`);
    current = part;
    if (part !== location.hash) history.replaceState(history.state, "", withHash(part));
  }, REST);
}

// The game that the address leads to, where this tab has another one; else null. Throws where it has none
// that can be read.
export async function linked() {
  const part = location.hash;
  const isLoaded = current === "";
  current = part;
  const own = sessionStorage.getItem(KEY)?.split(" ") ?? [];
  if (!leadsToGame(part) || (isLoaded ? own.includes(part) : part === own.at(-1))) return null;
  sessionStorage.setItem(KEY, part);
  const { gameOf } = await LINK();
  return gameOf(part).catch(() => { throw new Error(t("link.broken")); });
}
