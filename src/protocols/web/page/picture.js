// Pictures of the board, in its own colours, whatever the page has; and of the whole game, moving.

import { act } from "./actions.js";
import { Board } from "./board.js";
import { find, s } from "./dom.js";
import { Gif, Palette } from "./gif.js";
import { download } from "./records.js";
import { game, gtp } from "./state.js";
import { t } from "./texts.js";
import { numbersOf } from "./view.js";

// Pixels of the longer side.
const PNG_SIZE = 1200;
const GIF_SIZE = 600;

// Hundredths of a second that a position of the game is shown, and the last one.
const DELAY = 80;
const LAST_DELAY = 400;

// So many positions, evenly through the game, say which colours its picture has.
const SAMPLES = 8;

// The rules of board.css, as the browser has them.
function style() {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/board.css"));
  return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
}

// A drawing of the board as a file of its own: without what can be clicked, with its colours, on white.
function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  for (const layer of copy.querySelectorAll(".points, .aim")) layer.remove();
  for (const name of ["id", "role", "aria-label"]) copy.removeAttribute(name);
  const [x, y, width, height] = copy.getAttribute("viewBox").split(" ");
  copy.prepend(s("style", {}, style()), s("rect", { x, y, width, height, fill: "#fff" }));
  for (const [name, value] of Object.entries({ width, height, "font-family": "sans-serif" })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

// The drawing on a canvas whose longer side has so many pixels.
async function paint(drawing, size) {
  const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
  const scale = size / Math.max(width, height);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
  const image = new Image(canvas.width, canvas.height);
  image.src = URL.createObjectURL(new Blob([svgText(drawing)], { type: "image/svg+xml" }));
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const pixels = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;

const fileName = (extension) => `${game.position.game.toLowerCase()}-${game.moves.length}.${extension}`;

export function saveSvg() {
  download(fileName("svg"), new Blob([svgText(find("board"))], { type: "image/svg+xml" }));
}

export async function savePng() {
  const canvas = await paint(find("board"), PNG_SIZE);
  download(fileName("png"), await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); }));
}

// The positions of the line on the board, from its start to its end, as json-position has them.
async function positions() {
  let answers = [];
  await act(async () => {
    const commands = [0, ...game.tree.line()].flatMap((node) => [`go_to ${node}`, "json-position"]);
    try {
      answers = await gtp.all(commands);
    } finally {
      await game.goTo(game.tree.here);
    }
  });
  return answers.filter((_, place) => place % 2 === 1).map((answer) => JSON.parse(answer));
}

// An animation of these positions on a board of this geometry, with the numbers of so many moves on their stones; `onDrawn` is told
// how many are drawn.
async function animation(shown, geometry, numbered, onDrawn) {
  const drawing = s("svg", { class: "board" });
  const board = new Board(drawing);
  board.setGeometry(geometry);
  const canvasOf = ({ board: rows, moves, completed }) => {
    board.setPosition({
      board: rows, plies: 0, last: moves.at(-1), next: new Set(), chosen: [], mayMove: false, numbers: numbersOf(moves, numbered), completed,
    });
    return paint(drawing, GIF_SIZE);
  };
  const samples = [];
  for (let number = 0; number < SAMPLES; number++) {
    samples.push(await canvasOf(shown[Math.round(number * (shown.length - 1) / (SAMPLES - 1))]));
  }
  const palette = new Palette(samples.map(pixels));
  const gif = new Gif(samples[0].width, samples[0].height, palette.colors);
  for (const [number, position] of shown.entries()) {
    gif.add(palette.places(pixels(await canvasOf(position))), number === shown.length - 1 ? LAST_DELAY : DELAY);
    onDrawn(number + 1);
  }
  return gif.blob;
}

// The game on the board, as an animation; the dialog says how far it is.
export async function saveGif() {
  const [name, { geometry }, numbered] = [fileName("gif"), game, Number(find("numbers").value)];
  const status = find("share-status");
  find("gif").disabled = true;
  try {
    const shown = await positions();
    if (shown.length === 0) return;
    download(name, await animation(shown, geometry, numbered, (number) => {
      status.textContent = t("gif.progress", { number, count: shown.length });
    }));
  } finally {
    status.textContent = "";
    find("gif").disabled = false;
  }
}
