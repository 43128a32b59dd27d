// Two-player Clobber: who wins, what it is worth, and a perfect opponent.

import { ask, follow, Latest, Refused } from "./api.js";
import { BoardView } from "./board.js";
import { announce, button, check, choice, h, named, save, set, typing } from "./dom.js";
import { Editor } from "./editor.js";
import { NAME, STONE, Record, other } from "./game.js";
import { CLOBBER } from "./presets.js";
import { share } from "./share.js";
import { STOPPED, pretty, VERDICT } from "./names.js";

export class ClobberView {
  constructor(changed) {
    this.changed = changed;
    this.solving = new Latest();
    this.valuing = new Latest();
    this.replying = new Latest();
    this.you = "both";
    this.hints = true;
    this.editor = new Editor({
      presets: CLOBBER,
      change: (shape, cells) => this.#begin(new Record(shape, cells, this.record?.first ?? "L")),
      mode: () => this.#mode(),
    });
    this.board = new BoardView({ cell: (v) => this.#cell(v), key: (v, key) => this.#key(v, key) });
    this.status = h("p", { class: "status", role: "status" });
    this.undo = button("Undo", () => this.#back(), { title: "Take the last move back (u)" });
    this.redo = button("Redo", () => this.#forth(), { title: "Play it again (r)" });
    this.hintBox = check("Mark the moves", true, (on) => { this.hints = on; this.#draw(); });
    this.firstChoice = choice("Who starts", [["L", "Left x"], ["R", "Right o"]], "L", (first) => {
      const record = new Record(this.record.shape, this.record.start, first);
      this.#begin(record);
    });
    this.youChoice = choice("You play", [["both", "both sides"], ["L", "Left x"], ["R", "Right o"]], "both", (you) => { this.you = you; this.#fresh(); });
    this.verdict = h("section", { class: "card verdict", "aria-label": "Who wins" });
    this.value = h("section", { class: "card value", "aria-label": "Value" });
    this.moves = h("section", { class: "card moves", "aria-label": "Moves" });
    this.log = h("section", { class: "card log", "aria-label": "Record" });
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.editor.el,
        h("div", { class: "scroll" }, this.board.svg), this.status,
        h("div", { class: "row controls" }, this.undo, this.redo, button("Restart", () => this.#go(0)), this.hintBox),
        h("div", { class: "row controls" }, named("You play", this.youChoice), named("First", this.firstChoice))),
      h("aside", {}, this.verdict, this.value, this.moves, this.log,
        share({ board: () => this.#text(), json: () => this.#export() })));
  }

  /** Takes the state from the address. */
  async show(params) {
    this.you = ["L", "R"].includes(params.get("you")) ? params.get("you") : "both";
    this.youChoice.set(this.you);
    this.hints = params.get("hints") !== "off";
    this.hintBox.set(this.hints);
    const first = params.get("first") === "R" ? "R" : "L";
    this.firstChoice.set(first);
    const text = params.get("board") || "xoxoxo";
    this.editor.field.text = text;
    this.record = undefined;
    this.waiting = params;
    this.startFirst = first;
    await this.editor.set(text);
  }

  /** What the address should say. */
  params() {
    const { record } = this;
    if (!record) return { board: this.editor.field.text };
    return {
      board: record.shape.text(record.start),
      moves: record.moves.map((move) => move.name).join(","),
      at: record.at === record.moves.length ? undefined : record.at,
      first: record.first === "L" ? undefined : record.first,
      you: this.you === "both" ? undefined : this.you,
      hints: this.hints ? undefined : "off",
    };
  }

  leave() {
    this.solving.cancel();
    this.valuing.cancel();
    this.replying.cancel();
  }

  #begin(record) {
    if (this.startFirst) [record.first, this.startFirst] = [this.startFirst, undefined];
    if (this.record?.shape !== record.shape) this.board.setShape(record.shape);
    this.record = record;
    this.picked = undefined;
    const params = this.waiting;
    this.waiting = undefined;
    if (params) this.#replay(params);
    this.#fresh();
  }

  /** Plays the moves of a link, as far as they are legal. */
  #replay(params) {
    const { record } = this;
    for (const name of (params.get("moves") ?? "").split(",").filter(Boolean)) {
      const move = record.shape.moves(record.cells, record.turn).find((legal) => legal.name === name);
      if (!move) {
        announce(`The link has a move ${name} that is not legal here.`);
        break;
      }
      record.play(move);
    }
    if (params.has("at")) record.go(Number(params.get("at")) || 0);
  }

  #text() { return this.record.shape.text(this.record.cells); }
  #legal() { return this.record.shape.moves(this.record.cells, this.record.turn); }
  #mode() { this.picked = undefined; this.#draw(); }

  /** The position is another one: ask again. */
  #fresh() {
    this.picked = undefined;
    this.answer = undefined;
    this.worth = undefined;
    this.trouble = undefined;
    this.progress = undefined;
    this.replying.cancel();
    this.#draw();
    this.changed();
    this.#solve();
    this.#evaluate();
    if (this.you !== "both" && this.record.turn !== this.you) this.#reply();
  }

  async #solve() {
    const body = { board: this.#text(), moves: true };
    const large = [...this.record.cells].filter((cell) => cell !== ".").length > 20;
    try {
      const answer = await this.solving.run((signal) => (large
        ? follow("solve", body, (progress) => { this.progress = progress; this.#drawVerdict(); }, signal)
        : ask("solve", body, signal)));
      if (!answer) return;
      this.answer = answer;
      announce(answer.outcome ? VERDICT[answer.outcome] : "Who wins is not settled.");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
    this.#draw();
  }

  async #evaluate() {
    try {
      const worth = await this.valuing.run((signal) => ask("value", { board: this.#text(), options: true, time: 3 }, signal));
      if (!worth) return;
      this.worth = worth;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.worth = { trouble: error.message };
    }
    this.#drawValue();
    this.#drawMoves();
  }

  /** The opponent moves. */
  async #reply() {
    if (this.#legal().length === 0 || this.record.at < this.record.moves.length) return;
    const { turn } = this.record;
    try {
      const [reply] = await this.replying.run((signal) => Promise.all([
        ask("reply", { board: this.#text(), player: turn }, signal),
        new Promise((resolve) => setTimeout(resolve, 350)),
      ])) ?? [];
      if (!reply?.move) return;
      this.record.play(this.record.shape.move(reply.move));
      announce(`${NAME[turn]} plays ${reply.move}`);
      this.#fresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      this.#draw();
    }
  }

  #mine() { return this.you === "both" || this.record.turn === this.you; }

  #cell(v) {
    if (this.editor.editing) return this.editor.paint(v);
    if (!this.#mine()) return;
    const moves = this.#legal();
    const move = moves.find(({ from, to }) => from === this.picked && to === v);
    if (move) {
      this.record.play(move);
      announce(`${NAME[move.player]} plays ${move.name}`);
      return this.#fresh();
    }
    this.picked = v !== this.picked && moves.some(({ from }) => from === v) ? v : undefined;
    this.#draw();
  }

  #key(v, key) {
    if (key === "Escape" && this.picked !== undefined) {
      this.picked = undefined;
      this.#draw();
      return true;
    }
    return this.editor.editing && this.editor.key(v, key);
  }

  /** Keys of the whole view. */
  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || this.editor.editing) return;
    const act = { u: () => this.#back(), r: () => this.#forth(), h: () => { this.hints = !this.hints; this.hintBox.set(this.hints); this.#draw(); this.changed(); } }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  }

  #go(to) {
    this.record.go(to);
    this.#fresh();
  }

  /** Back to where it was your turn. */
  #back() {
    let to = this.record.at - 1;
    while (to > 0 && this.you !== "both" && this.record.mover(to) !== this.you) to -= 1;
    this.#go(to);
  }

  #forth() {
    let to = this.record.at + 1;
    while (to < this.record.moves.length && this.you !== "both" && this.record.mover(to) !== this.you) to += 1;
    this.#go(to);
  }

  /** Good, bad or unknown, for the player who makes the move. */
  #kind(move) {
    const { answer } = this;
    if (!answer) return "unknown";
    const [settled, winning] = move.player === "L" ? [answer.left_first, answer.left_moves] : [answer.right_first, answer.right_moves];
    if (!settled || !winning) return "unknown";
    return winning.includes(move.name) ? "good" : "bad";
  }

  #words(kind, player) {
    return { good: `${NAME[player]} wins`, bad: `${NAME[other(player)]} wins`, unknown: "not settled" }[kind];
  }

  #draw() {
    if (!this.record) return;
    const { record, picked } = this;
    const moves = this.editor.editing ? [] : this.#legal();
    const shown = picked === undefined ? moves : moves.filter(({ from }) => from === picked);
    const marks = this.hints && this.answer ? shown.map((move) => {
      const kind = this.#kind(move);
      return { ...move, kind, title: `${move.name}: ${this.#words(kind, move.player)}` };
    }) : [];
    const note = (v) => (this.hints && this.answer
      ? moves.filter(({ from }) => from === v).map((move) => `to ${record.shape.names[move.to]} ${this.#words(this.#kind(move), move.player)}`).join(", ")
      : "");
    this.board.update(record.cells, {
      marks, picked, last: record.last, note,
      targets: picked === undefined ? [] : shown.map(({ to }) => to),
    });
    this.board.svg.classList.toggle("editing", this.editor.editing);
    this.undo.disabled = record.at === 0;
    this.redo.disabled = record.at === record.moves.length;
    this.#drawStatus(moves);
    this.#drawVerdict();
    this.#drawValue();
    this.#drawMoves();
    this.#drawLog();
  }

  #drawStatus(moves) {
    const { record } = this;
    const over = !this.editor.editing && moves.length === 0;
    this.status.classList.toggle("over", over);
    this.status.textContent = this.editor.editing
      ? "Click the cells, or type x, o and . on them."
      : over
        ? `${NAME[record.turn]} has no move: ${NAME[other(record.turn)]} wins${this.you === "both" ? "." : record.turn === this.you ? ", you lose." : ", you win!"}`
        : `${NAME[record.turn]} (${STONE[record.turn]}) to move${this.#mine() ? "." : " ..."}`;
  }

  #drawVerdict() {
    const { answer } = this;
    if (this.trouble) return set(this.verdict, h("p", { class: "fault" }, this.trouble));
    if (!answer) {
      const { progress } = this;
      const text = progress ? `Searching, ${progress.seconds.toFixed(1)} s. ${progress.text}` : "Searching ...";
      return set(this.verdict, h("p", { class: "waiting" }, text),
        ...(progress ? [button("Stop", () => { this.solving.cancel(); this.trouble = "The search was stopped."; this.#draw(); })] : []));
    }
    const half = (first, winner, moves) => h("li", {}, `${NAME[first]} starts: `,
      winner ? h("b", {}, `${NAME[winner]} wins`) : "not settled",
      moves?.length ? `, by ${moves.length > 6 ? `${moves.slice(0, 6).join(" ")} and ${moves.length - 6} more` : moves.join(" ")}` : "");
    set(this.verdict,
      h("h2", {}, h("span", { class: `class class-${answer.outcome ?? "unknown"}` }, answer.outcome ?? "?"),
        answer.outcome ? VERDICT[answer.outcome] : "Not settled"),
      h("ul", {}, half("L", answer.left_first, answer.left_moves), half("R", answer.right_first, answer.right_moves)),
      answer.stopped ? h("p", { class: "note" }, `Unknown: ${STOPPED[answer.stopped]}.`) : null);
  }

  #drawValue() {
    const { worth } = this;
    const line = (name, value) => (value === undefined || value === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    if (!worth) return set(this.value, h("h3", {}, "Value"), h("p", { class: "waiting" }, "..."));
    if (worth.trouble || worth.stopped) {
      return set(this.value, h("h3", {}, "Value"), h("p", { class: "note" }, worth.trouble ?? `Unknown: ${STOPPED[worth.stopped]}.`));
    }
    const name = worth.value ? pretty(worth.value) : "a value too long to write";
    set(this.value,
      h("h3", {}, "Value"),
      h("p", { class: "name" }, name),
      h("dl", { class: "facts" }, line("atomic weight", worth.atomic_weight), line("birthday", worth.birthday), line("size", worth.size)),
      h("a", { class: "more", href: `#values?board=${encodeURIComponent(this.#text())}` }, "Open in the value explorer"));
  }

  #drawMoves() {
    const moves = this.editor.editing ? [] : this.#legal();
    const { turn } = this.record;
    const listed = turn === "L" ? this.worth?.left_moves : this.worth?.right_moves;
    const worth = new Map((listed ?? []).map((move) => [move.move, move]));
    const row = (move) => {
      const kind = this.#kind(move);
      const value = worth.get(move.name);
      return h("tr", {},
        h("td", {}, button(move.name, () => { if (this.#mine()) { this.record.play(move); this.#fresh(); } }, { class: "move", disabled: !this.#mine() })),
        h("td", { class: `kind ${kind}` }, { good: "✓ ", bad: "✕ ", unknown: "? " }[kind], this.#words(kind, move.player)),
        h("td", { class: "name", title: value?.value }, value ? (value.value ? pretty(value.value) : "long") : ""),
        h("td", { class: "note" }, value?.dominated ? "dominated" : value?.reversible ? "reversible" : ""));
    };
    const rank = { good: 0, unknown: 1, bad: 2 };
    const sorted = [...moves].sort((a, b) => rank[this.#kind(a)] - rank[this.#kind(b)]);
    set(this.moves,
      h("h3", {}, `${NAME[turn]}'s moves`),
      moves.length === 0 ? h("p", { class: "note" }, "None.") : this.hints
        ? h("div", { class: "list" }, h("table", {}, h("thead", { class: "unseen" }, h("tr", {}, ["Move", "After it", "Value", ""].map((name) => h("th", {}, name)))), h("tbody", {}, sorted.map(row))))
        : h("p", { class: "note" }, `${moves.length}; marks are off.`));
  }

  #drawLog() {
    const { record } = this;
    const item = (move, i) => h("li", {}, button(`${NAME[record.mover(i)]} ${move.name}`, () => this.#go(i + 1), { class: "move", "aria-current": record.at === i + 1 ? "true" : undefined }));
    set(this.log, h("h3", {}, "Record"),
      record.moves.length === 0 ? h("p", { class: "note" }, "No moves yet.") : h("ol", { class: "list" }, record.moves.map(item)));
  }

  #export() {
    const { record } = this;
    const game = { start: record.shape.text(record.start), first: record.first, moves: record.moves.map((move) => move.name), at: record.at };
    save("clobber.json", "application/json", `${JSON.stringify({ game, solve: this.answer, value: this.worth }, null, 2)}\n`);
  }
}
