// Solitaire Clobber: the best play stepped through, or tried by hand.

import { ask, follow, Latest, Refused } from "./api.js";
import { BoardView } from "./board.js";
import { announce, button, choice, h, named, save, set, typing } from "./dom.js";
import { Editor } from "./editor.js";
import { NAME, Record, other } from "./game.js";
import { STOPPED } from "./names.js";
import { SOLITAIRE } from "./presets.js";
import { share } from "./share.js";

const PACE = 700;
const stones = (count) => (count === 1 ? "1 stone" : `${count} stones`);
const count = (cells) => [...cells].filter((cell) => cell !== ".").length;

export class SolitaireView {
  constructor(changed) {
    this.changed = changed;
    this.reducing = new Latest();
    this.checking = new Latest();
    this.editor = new Editor({ presets: SOLITAIRE, change: (shape, cells) => this.#begin(shape, cells), mode: () => { this.picked = undefined; this.#draw(); } });
    this.board = new BoardView({ cell: (v) => this.#cell(v), key: (v, key) => this.#key(v, key) });
    this.rule = choice("Rule", [["free", "either colour"], ["alternate", "alternating"]], "free", () => this.#again());
    this.first = choice("First colour", [["any", "any"], ["left", "x"], ["right", "o"]], "any", () => this.#again());
    this.firstRow = named("First", this.first);
    this.way = choice("What to do", [["watch", "Watch"], ["try", "Try it yourself"]], "watch", () => this.#setWay());
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Move", oninput: () => this.#go(Number(this.slider.value)) });
    this.playButton = button("Play", () => this.#toggle());
    this.step = h("output", { class: "step" });
    this.watchRow = h("div", { class: "row controls stepper-row" },
      button("|◀", () => this.#go(0), { "aria-label": "To the start" }),
      button("◀", () => this.#go(this.record.at - 1), { "aria-label": "Back one move" }),
      this.playButton,
      button("▶", () => this.#go(this.record.at + 1), { "aria-label": "On one move" }),
      button("▶|", () => this.#go(this.record.moves.length), { "aria-label": "To the end" }),
      this.slider, this.step);
    this.light = h("p", { class: "light", role: "status" });
    this.undo = button("Undo", () => this.#go(this.record.at - 1));
    this.redo = button("Redo", () => this.#go(this.record.at + 1));
    this.tryRow = h("div", { class: "row controls", hidden: true }, this.undo, this.redo, button("Restart", () => this.#go(0)), button("Hint", () => this.#hint()), this.light);
    this.status = h("p", { class: "status", role: "status" });
    this.result = h("section", { class: "card verdict", "aria-label": "The fewest stones" });
    this.list = h("section", { class: "card log", "aria-label": "The play" });
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.editor.el, h("div", { class: "scroll" }, this.board.svg), this.status, this.watchRow, this.tryRow,
        h("div", { class: "row controls" }, this.way, named("Colours", this.rule), this.firstRow)),
      h("aside", {}, this.result, this.list,
        share({ board: () => this.shape.text(this.record.cells), json: () => save("solitaire.json", "application/json", `${JSON.stringify(this.answer ?? null, null, 2)}\n`) })));
  }

  async show(params) {
    this.rule.set(params.get("rule") === "alternate" ? "alternate" : "free");
    this.first.set(["left", "right"].includes(params.get("first")) ? params.get("first") : "any");
    this.way.set(params.get("way") === "try" ? "try" : "watch");
    this.waiting = params;
    const text = params.get("board") || "checker:4x4";
    this.editor.field.text = text;
    this.shape = undefined;
    await this.editor.set(text);
  }

  params() {
    if (!this.shape) return { board: this.editor.field.text };
    const trying = this.way.value === "try";
    return {
      board: this.shape.text(this.start),
      rule: this.rule.value === "free" ? undefined : this.rule.value,
      first: this.rule.value === "free" || this.first.value === "any" ? undefined : this.first.value,
      way: trying ? "try" : undefined,
      moves: trying ? this.tried.moves.map((move) => move.name).join(",") : undefined,
      step: trying ? undefined : this.watched.at || undefined,
    };
  }

  leave() {
    this.#pause();
    this.reducing.cancel();
    this.checking.cancel();
  }

  get record() { return this.way.value === "try" ? this.tried : this.watched; }

  #begin(shape, cells) {
    if (this.shape !== shape) this.board.setShape(shape);
    this.shape = shape;
    this.start = cells;
    this.#again();
  }

  /** Another board or another rule: everything from the start. */
  #again() {
    this.#pause();
    this.picked = this.hinted = this.now = this.answer = this.trouble = this.progress = undefined;
    this.watched = new Record(this.shape, this.start);
    this.tried = new Record(this.shape, this.start);
    const params = this.waiting;
    this.waiting = undefined;
    for (const name of (params?.get("moves") ?? "").split(",").filter(Boolean)) {
      const move = this.#legal(this.tried).find((legal) => legal.name === name);
      if (!move) break;
      this.tried.play(move);
    }
    this.firstStep = Number(params?.get("step")) || 0;
    this.firstRow.hidden = this.rule.value === "free";
    this.#draw();
    this.changed();
    this.#reduce();
  }

  #body(board, first) {
    const alternate = this.rule.value === "alternate";
    return { board, rule: this.rule.value, ...(alternate ? { first } : {}) };
  }

  async #reduce() {
    const body = this.#body(this.shape.text(this.start), this.first.value);
    try {
      const answer = await this.reducing.run((signal) => (count(this.start) > 20
        ? follow("reduce", body, (progress) => { this.progress = progress; this.#drawResult(); }, signal)
        : ask("reduce", body, signal)));
      if (!answer) return;
      this.answer = answer;
      for (const name of answer.play ?? []) this.watched.play(this.shape.move(name));
      this.watched.go(this.firstStep);
      announce(answer.optimal ? `${stones(answer.value)}: fewer cannot be left` : `between ${answer.lower} and ${answer.upper} stones`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
    this.#check();
    this.#draw();
  }

  #setWay() {
    this.#pause();
    this.picked = this.hinted = undefined;
    this.#draw();
    this.changed();
    this.#check();
  }

  /** The colour that must move next, or nothing if either may. */
  #turn(record) {
    if (this.rule.value === "free") return undefined;
    if (record.at > 0) return other(record.boards[record.at - 1][record.last.from] === "x" ? "L" : "R");
    return { left: "L", right: "R" }[this.first.value];
  }

  #legal(record) { return this.shape.moves(record.cells, this.#turn(record)); }

  /** How well one can still do from here. */
  async #check() {
    this.now = undefined;
    if (this.way.value !== "try" || !this.answer) return;
    const turn = this.#turn(this.tried);
    const first = turn ? { L: "left", R: "right" }[turn] : "any";
    try {
      const now = await this.checking.run((signal) => ask("reduce", this.#body(this.shape.text(this.tried.cells), first), signal));
      if (!now) return;
      this.now = now;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.now = undefined;
    }
    this.#draw();
  }

  #hint() {
    const name = this.now?.play?.[0];
    if (!name) return announce("There is no hint.");
    this.hinted = this.shape.move(name);
    announce(`Hint: ${name}`);
    this.#draw();
  }

  #go(to) {
    this.picked = this.hinted = undefined;
    this.record.go(to);
    this.#draw();
    this.changed();
    if (this.way.value === "try") this.#check();
  }

  #toggle() {
    if (this.timer) return this.#pause();
    if (this.watched.at === this.watched.moves.length) this.#go(0);
    this.playButton.textContent = "Pause";
    this.timer = setInterval(() => {
      this.#go(this.watched.at + 1);
      if (this.watched.at === this.watched.moves.length) this.#pause();
    }, PACE);
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playButton.textContent = "Play";
  }

  #cell(v) {
    if (this.editor.editing) return this.editor.paint(v);
    if (this.way.value !== "try") return;
    const moves = this.#legal(this.tried);
    const move = moves.find(({ from, to }) => from === this.picked && to === v);
    if (move) {
      this.tried.play(move);
      announce(move.name);
      return this.#go(this.tried.at);
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

  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || this.editor.editing) return;
    const trying = this.way.value === "try";
    const acts = trying
      ? { u: () => this.#go(this.tried.at - 1), r: () => this.#go(this.tried.at + 1), h: () => this.#hint() }
      : { ArrowLeft: () => this.#go(this.watched.at - 1), ArrowRight: () => this.#go(this.watched.at + 1), Home: () => this.#go(0), End: () => this.#go(this.watched.moves.length), " ": () => this.#toggle() };
    if (event.key === " " && event.target.closest("button")) return;
    if (event.target === this.slider || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  #draw() {
    if (!this.shape) return;
    const { record, picked } = this;
    const trying = this.way.value === "try" && !this.editor.editing;
    const moves = trying ? this.#legal(record) : [];
    const marks = this.hinted ? [{ ...this.hinted, kind: "good", title: `Hint: ${this.hinted.name}` }] : [];
    this.board.update(record.cells, { picked, marks, last: record.last, targets: moves.filter(({ from }) => from === picked).map(({ to }) => to) });
    this.board.svg.classList.toggle("editing", this.editor.editing);
    this.watchRow.hidden = this.way.value === "try";
    this.tryRow.hidden = this.way.value !== "try";
    this.slider.max = this.watched.moves.length;
    this.slider.value = this.watched.at;
    this.step.textContent = `${this.watched.at} of ${this.watched.moves.length}`;
    this.undo.disabled = this.tried.at === 0;
    this.redo.disabled = this.tried.at === this.tried.moves.length;
    this.#drawStatus(record, moves, trying);
    this.#drawLight(moves);
    this.#drawResult();
    this.#drawList();
  }

  #drawStatus(record, moves, trying) {
    const left = stones(count(record.cells));
    const turn = trying && this.#turn(record);
    this.status.textContent = this.editor.editing
      ? "Click the cells, or type x, o and . on them."
      : trying && moves.length === 0
        ? `No move is left. You leave ${left}${this.answer?.optimal ? (count(record.cells) === this.answer.value ? ", the best there is!" : `; the best is ${this.answer.value}.`) : "."}`
        : `${left}${record.last ? `, after ${record.last.name}` : ""}${turn ? `; ${NAME[turn]}'s stones move` : ""}.`;
  }

  #drawLight() {
    const best = this.answer?.optimal ? this.answer.value : undefined;
    const { now } = this;
    const [kind, text] = !this.answer || !now ? ["waiting", "..."]
      : best === undefined || !now.optimal ? ["unknown", "? not settled"]
        : now.value === best ? ["good", "✓ still optimal"]
          : ["bad", `✕ no longer optimal: ${now.value} from here, ${best} from the start`];
    this.light.className = `light ${kind}`;
    this.light.textContent = text;
  }

  #drawResult() {
    const { answer } = this;
    if (this.trouble) return set(this.result, h("p", { class: "fault" }, this.trouble));
    if (!answer) {
      const text = this.progress ? `Searching, ${this.progress.seconds.toFixed(1)} s. ${this.progress.text}` : "Searching ...";
      return set(this.result, h("p", { class: "waiting" }, text));
    }
    set(this.result,
      h("h2", {}, h("span", { class: "class" }, answer.optimal ? answer.value : `${answer.lower}–${answer.upper}`),
        answer.optimal ? (answer.value === 1 ? "stone: fewer cannot be left" : "stones: fewer cannot be left") : "stones: not settled"),
      h("dl", { class: "facts" },
        h("div", {}, h("dt", {}, "board"), h("dd", {}, answer.graph)),
        h("div", {}, h("dt", {}, "by"), h("dd", {}, answer.method)),
        answer.first ? h("div", {}, h("dt", {}, "first"), h("dd", {}, NAME[answer.first])) : null,
        answer.final ? h("div", {}, h("dt", {}, "leaves"), h("dd", {}, h("code", {}, answer.final))) : null),
      answer.stopped ? h("p", { class: "note" }, `Unknown: ${STOPPED[answer.stopped]}.`) : null);
  }

  #drawList() {
    const { record } = this;
    const item = (move, i) => h("li", {}, button(move.name, () => this.#go(i + 1), { class: "move", "aria-current": record.at === i + 1 ? "true" : undefined }));
    set(this.list, h("h3", {}, this.way.value === "try" ? "Your play" : "The play"),
      record.moves.length === 0 ? h("p", { class: "note" }, "No moves.") : h("ol", { class: "list inline" }, record.moves.map(item)));
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}
