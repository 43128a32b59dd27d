// Proof card: who wins, proved and checked, and the proof's reply to every move.
// A click plays a move with its reply and shows the proof of the next position,
// so that one steps through the strategy to the end.

import { Latest, Refused, ask } from "./api.js";
import { button, h, set } from "./dom.js";
import { NAME } from "./players.js";

export class ProofCard {
  #asking = new Latest();

  /** `play` plays moves by their names, one after the other. */
  constructor(play) {
    this.play = play;
    this.inside = h("div", { class: "steps" });
    this.el = h("details", { class: "card steps-card", ontoggle: () => this.#open() }, h("summary", {}, h("h3", {}, "Show me the proof")), this.inside);
  }

  /** Sets the position; nothing is asked while the card is closed. */
  start(board, turn) {
    if (this.board === board && this.turn === turn) return;
    this.board = board;
    this.turn = turn;
    this.asked = false;
    this.cancel();
    this.#open();
  }

  cancel() { this.#asking.cancel(); }

  async #open() {
    if (!this.el.open || this.asked || !this.board) return;
    this.asked = true;
    set(this.inside, h("p", { class: "waiting" }, "…"));
    const body = { board: this.board, first: this.turn, time: 20 };
    try {
      const answer = await this.#asking.run((signal) => ask("proof", body, signal));
      if (answer) this.#draw(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      set(this.inside, h("p", { class: "note" }, error.message));
    }
  }

  #draw({ certified, lines, bytes, first, winner, move, because, replies = [] }) {
    if (!certified) {
      this.asked = false;
      return set(this.inside, h("p", { class: "note" }, "There was not enough time or memory for a proof."));
    }
    const claim = `${NAME[winner]} wins${first === winner ? " by moving first" : `, whatever ${NAME[first]} plays`}.`;
    const head = h("p", { class: "claim" }, claim);
    const size = h("p", { class: "note" }, `Proved in ${lines} ${lines === 1 ? "line" : "lines"} (${bytes} bytes), and checked by a program that shares no code with this one.`);
    const step = (names, text, why) => h("li", {}, button(text, () => this.play(names), { class: "move" }), h("span", { class: "because" }, why));
    const steps = move
      ? [step([move], `${NAME[winner]} ${move}`, because)]
      : replies.map((one) => step([one.move, one.reply], `${NAME[first]} ${one.move}, then ${one.reply}`, one.because));
    const over = !move && replies.length === 0 ? h("p", { class: "note" }, `${NAME[first]} has no move and has lost.`) : null;
    set(this.inside, head, over, steps.length ? h("ol", { class: "list" }, steps) : null, size);
  }
}
