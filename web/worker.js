// The program inside a worker: a question comes, an answer goes.
//
// Texts pass through the memory of WebAssembly: take(length) gives an address,
// ask(name, length, body, length) gives address and length of the answer in
// one number.

const HEAVY = 96 << 20;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let program;
let told = 0;

const bytes = (at, length) => new Uint8Array(program.memory.buffer, at, length);

const page = {
  now: () => performance.now(),
  report: (at, length) => {
    if (performance.now() - told < 100) return;
    told = performance.now();
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
  program ??= (await WebAssembly.instantiate(module, { page })).exports;
  told = performance.now();
  const [name, options] = [put(question), put(JSON.stringify(body))];
  const found = BigInt.asUintN(64, program.ask(...name, ...options));
  const place = [Number(found >> 32n), Number(found & 0xffffffffn)];
  const text = decoder.decode(bytes(...place));
  for (const [at, length] of [name, options, place]) program.give_back(at, length);
  return text;
}

addEventListener("message", async ({ data }) => {
  try {
    // Memory that was taken is never given back: a worker that took much is not kept.
    postMessage({ answer: await answer(data), heavy: program.memory.buffer.byteLength > HEAVY });
  } catch (error) {
    // The memory may be in disorder: this worker is done for.
    setTimeout(() => { throw error; });
  }
});
