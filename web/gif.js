// Writer of animated GIFs (GIF89a): one palette for all frames, LZW with codes of up
// to 12 bits.

const BITS = 8;
const COLOURS = 1 << BITS;

/** Colour with five bits a channel, as one number. */
const coarse = (r, g, b) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The most frequent colours of a picture, at most 256. */
function palette(data) {
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const key = coarse(data[i], data[i + 1], data[i + 2]);
    const known = counts.get(key);
    if (known) known[0] += 1;
    else counts.set(key, [1, data[i], data[i + 1], data[i + 2]]);
  }
  return [...counts.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS).map(([, ...rgb]) => rgb);
}

/** The smallest rectangle with all pixels that differ, at least one pixel: left, top, right, bottom. */
function changed(before, now, width) {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let i = 0; i < now.length; i += 1) {
    if (before[i] === now[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return right === 0 ? [0, 0, 1, 1] : [left, top, right, bottom];
}

export class GifWriter {
  #bytes = [];
  #nearest = new Map();
  /** Pixels of the frame before. @type {Uint8Array} */
  #before;

  /** A picture whose palette is taken from these pixels (RGBA). */
  constructor(width, height, data) {
    this.width = width;
    this.height = height;
    this.colours = palette(data);
    this.#text("GIF89a");
    this.#short(width, height);
    this.#bytes.push(0x80 | (BITS - 1), 0, 0);
    for (let i = 0; i < COLOURS; i += 1) this.#bytes.push(...(this.colours[i] ?? [0, 0, 0]));
    // Repeat for ever.
    this.#bytes.push(0x21, 0xff, 11);
    this.#text("NETSCAPE2.0");
    this.#bytes.push(3, 1, 0, 0, 0);
  }

  /** Adds a frame, shown for `delay` hundredths of a second; only the part that changed is written. */
  frame(data, delay) {
    const now = this.#indices(data);
    const [left, top, right, bottom] = this.#before ? changed(this.#before, now, this.width) : [0, 0, this.width, this.height];
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y += 1) part.set(now.subarray(y * this.width + left, y * this.width + right), (y - top) * (right - left));
    this.#before = now;
    // Disposal 1: what was drawn before stays.
    this.#bytes.push(0x21, 0xf9, 4, 1 << 2, delay & 255, delay >> 8, 0, 0, 0x2c);
    this.#short(left, top, right - left, bottom - top);
    this.#bytes.push(0, BITS);
    this.#blocks(compress(part));
  }

  end() {
    this.#bytes.push(0x3b);
    return new Uint8Array(this.#bytes);
  }

  #text(text) { for (const c of text) this.#bytes.push(c.charCodeAt(0)); }
  #short(...numbers) { for (const n of numbers) this.#bytes.push(n & 255, n >> 8); }

  #blocks(data) {
    for (let i = 0; i < data.length; i += 255) {
      const part = data.slice(i, i + 255);
      this.#bytes.push(part.length);
      for (const byte of part) this.#bytes.push(byte);
    }
    this.#bytes.push(0);
  }

  #indices(data) {
    const found = new Uint8Array(data.length / 4);
    for (let i = 0; i < found.length; i += 1) found[i] = this.#index(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
    return found;
  }

  /** The nearest colour of the palette. */
  #index(r, g, b) {
    const key = coarse(r, g, b);
    let best = this.#nearest.get(key);
    if (best !== undefined) return best;
    let least = Infinity;
    for (const [i, [x, y, z]] of this.colours.entries()) {
      const far = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    this.#nearest.set(key, best);
    return best;
  }
}

/** LZW as GIF has it: codes grow from 9 to 12 bits, then the dictionary starts anew. */
export function compress(indices) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const out = [];
  let [held, bits, size] = [0, 0, BITS + 1];
  const put = (code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      out.push(held & 255);
      held >>>= 8;
    }
  };
  let codes = new Map();
  let next = end + 1;
  put(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i += 1) {
    const key = (prefix << BITS) | indices[i];
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next === 4096) {
      put(clear);
      [codes, next, size] = [new Map(), end + 1, BITS + 1];
    } else {
      if (next === 1 << size) size += 1;
      codes.set(key, next);
      next += 1;
    }
    prefix = indices[i];
  }
  put(prefix);
  put(end);
  if (bits > 0) out.push(held & 255);
  return Uint8Array.from(out);
}
