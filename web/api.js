// Questions to the server.

const BASE = "api/v1/";

/** What the server refused, in its own words; `at` is the wrong character. */
export class Refused extends Error {
  constructor({ message, at }) {
    super(message);
    this.at = at;
  }
}

const wait = (time, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, time);
  signal?.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); });
});

/** Asks a question; a busy server is asked again a few times. */
export async function ask(question, body, signal) {
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

/** Asks a question that may take long; `progress` hears how far it is. */
export function follow(question, body, progress, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${BASE}${question}/events?${new URLSearchParams(body)}`);
    const end = (act, value) => { source.close(); act(value); };
    signal?.addEventListener("abort", () => end(reject, signal.reason));
    source.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
    source.addEventListener("answer", (event) => end(resolve, JSON.parse(event.data)));
    // The server's own "error" event has data, a broken connection has none.
    source.addEventListener("error", (event) => end(reject, new Refused(event.data
      ? JSON.parse(event.data).error
      : { message: "The server is busy or does not answer. Try again in a moment.", at: null })));
  });
}

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
