// Web Worker that runs the WebAssembly program.
//
// Texts pass through the memory of WebAssembly: take(length) gives an address,
// ask(name, length, body, length) gives address and length of the answer in
// one number.

/** Bytes of memory above which a worker is not used again: WebAssembly memory never shrinks. */
const HEAVY = 96 << 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let program;
let reported = 0;

const bytes = (at, length) => new Uint8Array(program.memory.buffer, at, length);

const page = {
  now: () => performance.now(),
  report: (at, length) => {
    if (performance.now() - reported < 100) return;
    reported = performance.now();
    postMessage({ progress: decoder.decode(bytes(at >>> 0, length)) });
  },
};

function put(text) {
  const data = encoder.encode(text);
  const at = program.take(data.length) >>> 0;
  bytes(at, data.length).set(data);
  return [at, data.length];
}

async function answer({ program: module, question, body }) {
  program ??= /** @type {any} */ (await WebAssembly.instantiate(module, { page })).exports;
  reported = performance.now();
  const [name, options] = [put(question), put(JSON.stringify(body))];
  const found = BigInt.asUintN(64, program.ask(...name, ...options));
  const place = [Number(found >> 32n), Number(found & 0xffffffffn)];
  const text = decoder.decode(bytes(...place));
  for (const [at, length] of [name, options, place]) program.give_back(at, length);
  return text;
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ answer: await answer(data), heavy: program.memory.buffer.byteLength > HEAVY });
  } catch (error) {
    // The memory may be inconsistent: let the worker fail, so that its client ends it.
    setTimeout(() => { throw error; });
  }
});
