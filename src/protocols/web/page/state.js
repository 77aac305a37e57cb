// What all parts of the page share: the client, the game on the board, who plays it, and how far things are.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { find } from "./dom.js";
import { Game } from "./game.js";
import { Gtp } from "./gtp.js";
import { Match } from "./match.js";
import { PlayerChoice } from "./players.js";
import { Review } from "./review.js";
import { Opening } from "./swap2.js";
import { later, turned, valueOf } from "./value.js";

export const COLORS = ["black", "white"];

export const gtp = new Gtp();
export const game = new Game(gtp);
export const clocks = new Clocks();
export const players = { black: new PlayerChoice("black"), white: new PlayerChoice("white") };
export const board = new Board(find("board"));
export const analysis = new Analysis(gtp, find("lines"), find("thoughts"), () => game.position.game);
export const review = new Review(gtp);
export const match = new Match();
export const opening = new Opening();

export const state = {
  // All games, as json-games has them, and the default player of the one on the board.
  games: [],
  // Whose letters columns have, as set_columns names them.
  columns: "",
  strongest: "",
  // An engine player is to move, and thinks.
  thinking: false,
  paused: false,
  // The engine is to move in an earlier position, too.
  goesOn: false,
  // The move of a hint.
  hinted: null,
  // What has happened by itself, in words.
  notice: "",
  // Black's values of the positions of the tree where they are known, see value.js, by the numbers of nodes.
  values: new Map(),
  // The position that is being set up, see setup.js; null where a game goes on.
  setup: null,
  // The better move that is looked for, see retry.js; null where none is.
  retry: null,
  // True from when the game was found on.
  ready: false,
  // How fingers choose points, where there may be fingers, see touch.js.
  touch: null,
  // The games before, as keep.js has them, the last one last.
  before: [],
};

// The seat whose turn it is; in an opening that is not always the side to move, and where the engine begins it is none.
export function seatToAct() {
  const step = opening.step(game.tree);
  return step ? step.seat : game.toMove;
}

// The player on it.
export const playerToAct = () => players[seatToAct()];

// A side's value of a node's move, or of the position before its next one, as GTP has it.
export function note(number, line, color, isAfter = false) {
  const value = isAfter ? later(valueOf(line)) : valueOf(line);
  state.values.set(number, color === "black" ? value : turned(value));
}
