// Animated pictures: GIF89a, <https://www.w3.org/Graphics/GIF/spec-gif89a.txt>, with one table of 256 colours.

const CLEAR = 256;
const END = 257;

// Codes have up to twelve bits.
const MOST_CODES = 4096;

// Bytes of a block of data.
const BLOCK = 255;

const word = (number) => [number & 255, number >> 8];

// Places in the table of colours, compressed (LZW, appendix F).
function compress(places) {
  const bytes = [];
  const codes = new Map();
  let [next, size, bits, count] = [END + 1, 9, 0, 0];
  const emit = (code) => {
    bits |= code << count;
    for (count += size; count >= 8; count -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  emit(CLEAR);
  let [prefix] = places;
  for (const place of places.subarray(1)) {
    const key = prefix << 8 | place;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    if (next === MOST_CODES) {
      emit(CLEAR);
      codes.clear();
      [next, size] = [END + 1, 9];
    } else {
      if (next === 1 << size) size++;
      codes.set(key, next++);
    }
    prefix = place;
  }
  emit(prefix);
  emit(END);
  if (count > 0) bytes.push(bits & 255);
  return bytes;
}

function blocks(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const part = bytes.slice(at, at + BLOCK);
    parts.push(Uint8Array.of(part.length, ...part));
  }
  return [...parts, Uint8Array.of(0)];
}

export class Gif {
  #width;
  #height;
  #parts;
  // The picture so far.
  #shown = null;

  // `colors` are up to 256 triples of bytes. The animation begins again for ever.
  constructor(width, height, colors) {
    [this.#width, this.#height] = [width, height];
    const table = new Uint8Array(768);
    colors.forEach((color, place) => table.set(color, 3 * place));
    this.#parts = [
      "GIF89a", Uint8Array.of(...word(width), ...word(height), 0xf7, 0, 0), table,
      Uint8Array.of(0x21, 0xff, 11), "NETSCAPE2.0", Uint8Array.of(3, 1, 0, 0, 0),
    ];
  }

  // The next picture, by places in the table of colours, shown so many hundredths of a second. What has changed is stored.
  add(places, delay) {
    const { left, top, width, height } = this.#change(places);
    const changed = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      const start = (top + y) * this.#width + left;
      changed.set(places.subarray(start, start + width), y * width);
    }
    this.#shown = places;
    this.#parts.push(
      Uint8Array.of(0x21, 0xf9, 4, 4, ...word(delay), 0, 0),
      Uint8Array.of(0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0, 8), ...blocks(compress(changed)),
    );
  }

  // The rectangle that differs from the picture so far, of one point at least.
  #change(places) {
    let [left, top, right, bottom] = [this.#width, this.#height, -1, -1];
    places.forEach((place, at) => {
      if (this.#shown && this.#shown[at] === place) return;
      const [x, y] = [at % this.#width, Math.floor(at / this.#width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    });
    return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  // The file.
  get blob() {
    return new Blob([...this.#parts, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}

// The colours that are most frequent in these pictures of RGBA bytes, and how to find the nearest of them.
export class Palette {
  colors;
  #places = new Map();

  constructor(pictures) {
    const counts = new Map();
    for (const pixels of pictures) {
      for (const pixel of new Uint32Array(pixels.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    }
    const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, 256);
    this.colors = frequent.map(([pixel]) => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]);
  }

  // A picture by places among the colours.
  places(pixels) {
    return Uint8Array.from(new Uint32Array(pixels.buffer), (pixel) => {
      if (!this.#places.has(pixel)) this.#places.set(pixel, this.#nearest(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255));
      return this.#places.get(pixel);
    });
  }

  #nearest(red, green, blue) {
    let [best, least] = [0, Infinity];
    for (const [place, color] of this.colors.entries()) {
      const distance = (red - color[0]) ** 2 + (green - color[1]) ** 2 + (blue - color[2]) ** 2;
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }
}
