// Games and positions in and out: by paste, by file, by download.

import { act, loadGame } from "./actions.js";
import { link } from "./address.js";
import { find, h, open } from "./dom.js";
import { game, gtp } from "./state.js";
import { t } from "./texts.js";
import { say } from "./view.js";

// The longest text that the engine takes over, in bytes as it is sent, with some left for the command around it.
const LONGEST = 2 ** 20 - 100;

// The bytes of the file that was chosen, until another text is entered: many formats are no text.
let bytes = null;

// The command that takes a text, or the bytes of a file, over: a record in any format, a position, or moves. Throws an error that
// says why there is none.
function loading(content) {
  const words = typeof content === "string" ? content.trim() : content;
  const isPosition = /^\S*\/\S*$/.test(words) && !words.startsWith("(") && !words.includes("://");
  if (isPosition) return `set_position ${words}`;
  const sent = typeof words === "string" ? encodeURIComponent(words) : encoded(words);
  const kib = (length) => Math.ceil(length / 1024);
  if (sent.length > LONGEST) throw new Error(t("load.long", { length: kib(sent.length), most: kib(LONGEST) }));
  if (sent === "") throw new Error(t("load.nothing"));
  return `load_record ${sent}`;
}

// Bytes, percent-encoded.
function encoded(array) {
  const byte = (value) => (/[A-Za-z0-9._~-]/.test(String.fromCharCode(value)) ? String.fromCharCode(value) : `%${value.toString(16).padStart(2, "0")}`);
  return Array.from(array, byte).join("");
}

// Opens the dialog; what cannot be opened is said in it.
export function load() {
  find("load-error").textContent = "";
  open("load-dialog");
  find("load-text").focus();
}

function takeOver(event) {
  if (event.submitter?.value !== "load") return;
  event.preventDefault();
  const complain = (why) => { find("load-error").textContent = why; };
  complain("");
  let command;
  try {
    command = loading(bytes ?? find("load-text").value);
  } catch (error) {
    return complain(error.message);
  }
  let loaded = false;
  act(async () => {
    try {
      await loadGame(command);
      loaded = true;
    } catch (error) {
      complain(await gtp.ask("why").catch(() => error.message));
    }
  }).then(() => { if (loaded) find("load-dialog").close(); });
}

// The whole tree, as it was last: that needs no connection.
export function save() {
  const { game: played, moves } = game.position;
  download(`${played.toLowerCase()}-${moves.length}.sgf`, new Blob([`${game.record}\n`], { type: "application/x-go-sgf" }));
}

export function download(name, blob) {
  const anchor = h("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    // Browsers have no clipboard for pages that are not encrypted: it can be copied by hand.
    find("copy-text").value = text;
    open("copy-dialog");
    find("copy-text").select();
  }
}

export const copyPosition = () => copyText(game.position.position, t("copied.position"));

export const copyLink = async () => copyText(await link(), t("copied.link"));

find("load-dialog").querySelector("form").addEventListener("submit", takeOver);
find("load-text").addEventListener("input", () => { bytes = null; });
find("load-file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  bytes = new Uint8Array(await file.arrayBuffer());
  find("load-text").value = bytes.includes(0) ? t("load.bytes", { name: file.name, length: bytes.length }) : new TextDecoder().decode(bytes);
});
