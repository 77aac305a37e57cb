// Games and positions in and out: by paste, by file, by download.

import { find, h } from "./dom.js";

// Opens a dialog and closes it by its buttons.
export function open(id) {
  const dialog = find(id);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

// The command that takes a text over: a record (SGF, GGF), a position, or moves.
export function loading(text) {
  const words = text.trim();
  const isPosition = /^\S*\/\S*$/.test(words) && !words.startsWith("(");
  return isPosition ? `set_position ${words}` : `load_record ${encodeURIComponent(words)}`;
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
