// The letters of columns: those of the game's players, those of Go, without I, or A to O.

const KEY = "tengen-columns";

// As set_columns calls them.
const COLUMNS = ["game", "go", "a-o"];

// What was chosen for the address of this page; null where the engine's own letters stay.
export function chosenColumns() {
  const kept = localStorage.getItem(KEY);
  return COLUMNS.includes(kept) ? kept : null;
}

export function chooseColumns(name) {
  localStorage.setItem(KEY, name);
}

// A function that writes a move in letters `to` which was written in letters `from`.
export function renaming(from, to) {
  const [first, step] = to === "go" ? ["I", 1] : ["J", -1];
  const renamed = (letter) => (letter < first ? letter : String.fromCharCode(letter.charCodeAt(0) + step));
  return from === to ? (move) => move : (move) => move.replace(/[A-Z](?=\d)/g, renamed);
}
