// Games and positions in and out: by paste, by file, by download.

import { find, h } from "./dom.js";

// Opens a dialog and closes it by its buttons.
export function open(id) {
  const dialog = find(id);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

// The longest text that the engine takes over, in bytes as it is sent, with some left for the command around it.
const LONGEST = 2 ** 20 - 100;

// The command that takes a text over: a record (SGF, GGF, PGN), a position, or moves. Throws an error that says why there is none.
export function loading(text) {
  const words = text.trim();
  const isPosition = /^\S*\/\S*$/.test(words) && !words.startsWith("(");
  if (isPosition) return `set_position ${words}`;
  const sent = encodeURIComponent(words);
  const kib = (bytes) => Math.ceil(bytes / 1024);
  if (sent.length > LONGEST) throw new Error(`This text is too long: ${kib(sent.length)} KiB as it is sent, of ${kib(LONGEST)} at most.`);
  return `load_record ${sent}`;
}

export function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/x-go-sgf" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Puts the text of the chosen file into the field.
export function readInto(input, area) {
  input.addEventListener("change", async () => {
    if (input.files[0]) area.value = await input.files[0].text();
  });
}
