// Client of the WebAssembly program: a pool of Web Workers. A worker answers one
// question at a time. A running computation cannot receive messages, so a
// cancelled question terminates its worker, and the next one starts another.

import { Refused } from "./refused.js";

/** Size of the pool; one place is reserved for quick questions. */
const PLACES = Math.max(3, Math.min(6, navigator.hardwareConcurrency ?? 3));
const QUICK = new Set(["show", "draw"]);

export class WorkerClient {
  #idle = [];
  #busy = 0;
  #queue = [];
  #program = null;

  ask(question, body, signal, progress) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const task = { question, body, signal, progress, resolve, reject };
      signal?.addEventListener("abort", () => reject(signal.reason));
      this.#queue.push(task);
      this.#next();
    });
  }

  /** Compiles the program, once for all workers. */
  #compiled() {
    const broken = (error) => { this.#program = null; throw new Refused({ message: `The program cannot be loaded: ${error.message}`, at: null }); };
    this.#program ??= (async () => {
      const reply = await fetch("allsmall.wasm");
      if (!reply.ok) throw new Error(`${reply.status}`);
      return WebAssembly.compile(await reply.arrayBuffer());
    })().catch(broken);
    return this.#program;
  }

  #next() {
    this.#queue = this.#queue.filter(({ signal }) => !signal?.aborted);
    const fits = ({ question }) => this.#busy < (QUICK.has(question) ? PLACES : PLACES - 1);
    const at = this.#queue.findIndex(fits);
    if (at < 0) return;
    const [task] = this.#queue.splice(at, 1);
    this.#busy += 1;
    this.#run(task).finally(() => { this.#busy -= 1; this.#next(); });
    this.#next();
  }

  async #run({ question, body, signal, progress, resolve, reject }) {
    let worker;
    try {
      const program = await this.#compiled();
      if (signal?.aborted) return;
      worker = this.#idle.pop() ?? new Worker("worker.js", { type: "module" });
      const reply = await this.#exchange(worker, { program, question, body }, signal, progress);
      if (!reply) return;
      if (!reply.heavy) {
        this.#idle.push(worker);
        worker = undefined;
      }
      const answer = JSON.parse(reply.answer);
      if (answer.error) reject(new Refused(answer.error));
      else resolve(answer);
    } catch (error) {
      reject(error);
    } finally {
      worker?.terminate();
    }
  }

  #exchange(worker, message, signal, progress) {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const stop = () => resolve(undefined);
      signal?.addEventListener("abort", stop);
      worker.onmessage = ({ data }) => {
        if (data.progress) return progress?.({ seconds: (performance.now() - started) / 1000, text: data.progress });
        signal?.removeEventListener("abort", stop);
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Refused({ message: "The computation failed: the board may need more memory than the browser gives.", at: null }));
      };
      worker.postMessage(message);
    });
  }
}
