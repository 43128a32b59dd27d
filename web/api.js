// Questions to the program: over HTTP, or to a Web Worker with the same program
// in WebAssembly. The page that web/build makes names the worker in its head.

import { WorkerClient } from "./worker-client.js";
import { HttpClient } from "./http-client.js";

export { Refused } from "./refused.js";

const local = document.querySelector("meta[name=allsmall-engine]")?.getAttribute("content") === "worker";
const engine = local ? new WorkerClient() : new HttpClient();

/** Where the answers come from: "server" or "browser". */
export const PLACE = local ? "browser" : "server";

/** Asks a question. `progress` is called now and then, `signal` cancels it. */
export const ask = (question, body, signal, progress) => engine.ask(question, body, signal, progress);

/** Runs one task at a time: a new one cancels the one before. */
export class Latest {
  #controller = null;

  /** Runs `work(signal)`; returns undefined if a newer task replaced it. */
  async run(work) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const result = await work(controller.signal);
      return controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    }
  }

  cancel() {
    this.#controller?.abort(new DOMException("a newer question came", "AbortError"));
    this.#controller = null;
  }
}
