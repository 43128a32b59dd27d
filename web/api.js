// Questions and their answers. A server answers them where there is one, a
// worker with the same program otherwise; the page that web/build makes says
// so in its head.

import { Local } from "./local.js";
import { Server } from "./server.js";

/** What was refused, in the program's own words; `at` is the wrong character. */
export { Refused } from "./refused.js";

const local = document.querySelector("meta[name=allsmall-engine]")?.content === "worker";
const engine = local ? new Local() : new Server();

/** Where the answers come from: "server" or "browser". */
export const PLACE = local ? "browser" : "server";

/**
 * Asks a question. `progress` hears how far it is, if it takes long;
 * `signal` puts an end to it.
 */
export const ask = (question, body, signal, progress) => engine.ask(question, body, signal, progress);

/** One question at a time: a new one puts the old one off. */
export class Latest {
  #controller = null;

  /** Runs `work(signal)`; nothing is returned if a newer one came meanwhile. */
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
