// The game in the page's address: a record in SGF, compressed, and the place in it that is on the board.

// The longest address part that chat programs and mail pass on whole.
const LONGEST = 1900;

// The longest record that is taken out of an address, in bytes: what an engine takes over, percent-encoded.
const MOST = 2 ** 18;

const KEY = "sgf";

// What comes out of a stream for these bytes; null where it is longer than `most`.
async function through(stream, bytes, most) {
  const source = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await source.read(); !part.done; part = await source.read()) {
    length += part.value.length;
    if (length > most) {
      source.cancel().catch(() => {});
      return null;
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// A text as one word; null where it is too long for an address.
async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text), LONGEST);
  return bytes && btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(word) {
  if (!/^[\w-]+$/.test(word)) throw new TypeError("other characters");
  const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const text = await through(new DecompressionStream("deflate-raw"), bytes, MOST);
  if (!text) throw new RangeError("too long");
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

// A record's main line, without comments: all up to the first end of a line, less the beginnings of lines before it.
function mainLine(record) {
  const values = String.raw`(?:\s*\[(?:\\[\s\S]|[^\]\\])*\])+`;
  const tokens = record.match(new RegExp(String.raw`[A-Za-z]+${values}|[();]`, "g")) ?? [];
  const line = tokens.slice(0, tokens.indexOf(")")).filter((token) => token !== "(" && !/^C\s*\[/.test(token));
  return `(${line.join("")})`;
}

// A record of the position alone: what the record says of the game, and the position.
function positionOf(record, position) {
  const property = (name) => record.match(new RegExp(String.raw`\b${name}\[[^\]]*\]`))?.[0] ?? "";
  return `(;FF[4]${["GM", "SZ", "RU"].map(property).join("")}XP[${position}])`;
}

// The part of an address that leads to this game: the record with all its lines, the main line, or the position, whichever is
// the first that is short enough. `place` is that of the position on the board, in the order of the record; `ply` that of the
// last position of its line that the main line has, too.
export async function hashOf({ record, position, place, ply }) {
  for (const [text, at] of [[() => record, place], [() => mainLine(record), ply], [() => positionOf(record, position), 0]]) {
    const word = await pack(text());
    if (word && word.length <= LONGEST) return `#${new URLSearchParams({ [KEY]: word, at })}`;
  }
  return "";
}

// The record and the place in it that an address has. Throws where it has none.
export async function gameOf(hash) {
  const words = new URLSearchParams(hash.slice(1));
  const place = Number(words.get("at") ?? 0);
  if (!Number.isSafeInteger(place) || place < 0) throw new TypeError("no place");
  return { record: await unpack(words.get(KEY)), place };
}
