// The board as an editor: what is chosen is painted on its points, until a game begins from the position or the game before goes on.

import { act, newBoard, playFrom, renew } from "./actions.js";
import { find, open } from "./dom.js";
import { Disconnected } from "./gtp.js";
import { restore, snapshot } from "./keep.js";
import { Setup } from "./setup.js";
import { board, game, gtp, state } from "./state.js";
import { t } from "./texts.js";
import { render } from "./view.js";

const CONTENTS = { X: "black", O: "white", ".": "empty", "*": "closed" };

// What the stroke of the pointer that is being drawn leaves on its points.
let stroke = ".";

// The game that goes on where nothing is begun, and those before it, once the rules are other ones; null before.
let left = null;

const chosen = (field) => find("setup").elements[field];

// The game waits, and its position can be changed.
export function setUp() {
  if (state.setup || !game.position) return undefined;
  find("setup-error").textContent = "";
  left = null;
  return act(() => {
    state.setup = new Setup(game.position, game.geometry);
    chosen("content").value = "X";
    const { sizes } = state.games.find(({ name }) => name === game.position.game);
    find("setup-size").textContent = sizes.length > 1 ? t("setUpSize", { size: game.position.size }) : "";
    showFields();
  }).then(() => board.focus());
}

function showFields() {
  const { setup } = state;
  chosen("side").value = setup.side;
  find("setup-closed").hidden = !setup.hasClosed;
  find("setup-hands").hidden = !setup.hands;
  if (!setup.hands) return;
  for (const color of ["black", "white"]) chosen(color).value = setup.hands[color];
  chosen("quiet").value = setup.quiet;
  showPhase();
}

function showPhase() {
  const { black, white } = state.setup.hands;
  find("setup-phase").textContent = t(black + white > 0 ? "phase.placing" : "phase.moving");
}

function readFields() {
  const { setup } = state;
  setup.side = chosen("side").value;
  if (!setup.hands) return;
  const number = (field) => Math.max(0, Math.floor(Number(chosen(field).value)) || 0);
  setup.hands = { black: number("black"), white: number("white") };
  setup.quiet = number("quiet");
  showPhase();
}

// The rules are other ones, with the board and the stones that they have; what is set up stays.
function setRule({ target }) {
  const { setup } = state;
  return act(async () => {
    left ??= { played: snapshot(), before: state.before };
    await renew([`set_rule ${target.value}`]);
    await game.refresh();
    await newBoard();
    state.setup = new Setup(game.position, game.geometry, setup);
    const points = state.setup.aside.join(" ");
    find("setup-error").textContent = points && t("setUpAside", { points });
    showFields();
  });
}

// A point gets what is chosen; where a stroke begins on it and it has that already, all points of the stroke are emptied.
export function paint(point, begins) {
  const content = chosen("content").value;
  if (begins) stroke = state.setup.at(point) === content ? "." : content;
  state.setup.put(point, stroke);
  find("setup-error").textContent = "";
  find("news").textContent = t("painted", { point, content: t(`content.${CONTENTS[stroke]}`) });
  showFields();
  render();
}

async function play() {
  await act(async () => {
    try {
      await playFrom(state.setup.text);
    } catch (error) {
      if (error instanceof Disconnected) throw error;
      find("setup-error").textContent = await gtp.ask("why").catch(() => error.message);
    }
  });
  if (!state.setup) find("set-up").focus();
}

// The game goes on as it was.
async function cancel() {
  await act(async () => {
    if (left) {
      await restore(left.played);
      state.before = left.before;
      await newBoard();
    }
    state.setup = null;
  });
  find("set-up").focus();
}

function clear() {
  state.setup.clear();
  showFields();
  render();
}

const choose = (field, value) => () => { chosen(field).value = value; };

const KEYS = {
  b: choose("content", "X"), w: choose("content", "O"), e: choose("content", "."), Escape: cancel, "?": () => open("help-dialog"),
  s: () => {
    chosen("side").value = state.setup.side === "black" ? "white" : "black";
    readFields();
  },
};

export function press(key) {
  if (Object.hasOwn(KEYS, key)) KEYS[key]();
}

find("setup").addEventListener("input", readFields);
find("setup-rule").addEventListener("change", setRule);
find("setup").addEventListener("submit", (event) => { event.preventDefault(); play(); });
find("setup-clear").addEventListener("click", clear);
find("setup-cancel").addEventListener("click", cancel);
board.onPaint = paint;
