// Client of `allsmall serve`: questions over HTTP.

import { Refused } from "./refused.js";

const BASE = "api/v1/";

const wait = (time, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, time);
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); });
});

export class HttpClient {
  ask(question, body, signal, progress) {
    if (question === "draw") return this.#draw(body, signal);
    return progress ? this.#follow(question, body, signal, progress) : this.#post(question, body, signal);
  }

  /** Asks by POST; a busy server is asked again up to four times. */
  async #post(question, body, signal) {
    for (let attempt = 1; ; attempt += 1) {
      let reply;
      try {
        reply = await fetch(BASE + question, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          signal,
        });
      } catch (error) {
        if (signal?.aborted) throw error;
        throw new Refused({ message: "The server does not answer. Is allsmall serve still running?", at: null });
      }
      if (reply.status === 503 && attempt < 5) {
        await wait(300 * attempt, signal);
        continue;
      }
      const answer = await reply.json();
      if (!reply.ok) throw new Refused(answer.error);
      return answer;
    }
  }

  /** Fetches a picture. */
  async #draw(body, signal) {
    const reply = await fetch(`${BASE}draw?${new URLSearchParams(body)}`, { signal });
    if (!reply.ok) throw new Refused((await reply.json()).error);
    return { svg: await reply.text() };
  }

  /** Asks with progress, as server-sent events. */
  #follow(question, body, signal, progress) {
    return new Promise((resolve, reject) => {
      const source = new EventSource(`${BASE}${question}/events?${new URLSearchParams(body)}`);
      const end = (act, value) => { source.close(); act(value); };
      signal?.addEventListener("abort", () => end(reject, signal.reason));
      source.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
      source.addEventListener("answer", (event) => end(resolve, JSON.parse(event.data)));
      // The server's own "error" event has data, a broken connection has none.
      source.addEventListener("error", (/** @type {MessageEvent} */ event) => end(reject, new Refused(event.data
        ? JSON.parse(event.data).error
        : { message: "The server is busy or does not answer. Try again in a moment.", at: null })));
    });
  }
}
