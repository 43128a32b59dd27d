// Solitaire Clobber view: step through a best play, or try one by hand.

import { Latest, Refused, ask } from "./api.js";
import { announce, button, choice, h, icon, named, set, typing } from "./dom.js";
import { whyNot } from "./dead-click.js";
import { Editor } from "./editor.js";
import { stones as count } from "./game.js";
import { NAME, other } from "./players.js";
import { Record } from "./record.js";
import { Below } from "./room.js";
import { VerdictLine } from "./verdict-line.js";
import { STOPPED } from "./answer-text.js";
import { SOLITAIRE } from "./presets.js";
import { PlayableBoard } from "./playable-board.js";
import { stamp } from "./tree.js";

/** Milliseconds between two moves of a play. */
const PACE = 700;
/** Maximum number of cells of a board whose final position is drawn too. */
const LARGEST = 64;
const stones = (count) => (count === 1 ? "1 stone" : `${count} stones`);

export class SolitaireView {
  constructor(changed) {
    this.changed = changed;
    this.reducing = new Latest();
    this.checking = new Latest();
    this.editor = new Editor({ presets: SOLITAIRE, change: (shape, cells) => this.#begin(shape, cells), fault: () => this.#lost(), mode: () => this.#draw() });
    this.stage = new PlayableBoard({ play: (move) => this.#move(move), paint: (v) => this.editor.paint(v), key: (v, key) => this.editor.key(v, key), spare: (height) => this.below.fit(height) });
    this.line = new VerdictLine({ stop: () => { this.reducing.cancel(); this.trouble = "The search was stopped."; this.search = undefined; this.#draw(); }, longer: () => this.#reduce(6 * this.time) });
    this.rule = choice("Rule", [["free", "either colour"], ["alternate", "alternating"]], "free", () => this.#again());
    this.first = choice("First colour", [["any", "any"], ["left", "x"], ["right", "o"]], "any", () => this.#again());
    this.firstRow = named("First", this.first);
    this.way = choice("What to do", [["watch", "Watch"], ["try", "Try it yourself"]], "watch", () => this.#setWay());
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Move", oninput: () => this.#go(Number(this.slider.value)) });
    this.playButton = button("Play", () => this.#toggle());
    this.step = h("output", { class: "step" });
    this.watchRow = h("div", { class: "row bar" },
      icon("start", "To the start", () => this.#go(0)),
      icon("back", "Back one move", () => this.#go(this.record.at - 1)),
      this.playButton,
      icon("forth", "On one move", () => this.#go(this.record.at + 1)),
      icon("end", "To the end", () => this.#go(this.record.moves.length)),
      this.slider, this.step);
    this.light = h("p", { class: "light", role: "status" });
    this.undo = icon("back", "Undo", () => this.#go(this.record.at - 1));
    this.redo = icon("forth", "Redo", () => this.#go(this.record.at + 1));
    this.tryRow = h("div", { class: "row bar", hidden: true }, icon("start", "Restart", () => this.#go(0)), this.undo, this.redo, button("Hint", () => this.#hint()), this.light);
    this.result = h("section", { class: "card verdict", "aria-label": "The fewest stones" });
    this.list = h("section", { class: "card log", "aria-label": "The play" });
    this.listed = undefined;
    this.listedMoves = 0;
    this.below = new Below(() => this.aside, this.list);
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.line.el, h("div", { class: "board-row" }, this.stage.el), this.watchRow, this.tryRow, this.below.el),
      this.aside = h("aside", {},
        h("div", { class: "row mode" }, this.way),
        this.editor.el,
        h("section", { class: "card rule", "aria-label": "Rule" }, h("div", { class: "row" }, named("Colours", this.rule), this.firstRow)),
        this.result, this.list));
  }

  async show(params) {
    this.rule.set(params.get("rule") === "alternate" ? "alternate" : "free");
    this.first.set(["left", "right"].includes(params.get("first")) ? params.get("first") : "any");
    this.way.set(params.get("way") === "try" ? "try" : "watch");
    this.waiting = params;
    const text = params.get("board") || "checker:4x4";
    this.editor.field.text = text;
    await this.editor.set(text);
  }

  params() {
    if (!this.shape) return { board: this.editor.field.text };
    const trying = this.way.value === "try";
    return {
      board: this.editor.written(this.start) ?? this.shape.text(this.start),
      rule: this.rule.value === "free" ? undefined : this.rule.value,
      first: this.rule.value === "free" || this.first.value === "any" ? undefined : this.first.value,
      way: trying ? "try" : undefined,
      moves: trying ? this.tried.moves.map((move) => move.name).join(",") : undefined,
      step: trying ? undefined : this.watched.at || undefined,
    };
  }

  /** What the share dialog offers. */
  shared() { return { name: "solitaire", record: this.shape ? this.record : undefined, answers: { reduce: this.answer ?? null } }; }

  /** Names the position, for the title of the tab. */
  title() { return `${this.editor.field.text} - Solitaire Clobber`; }

  leave() {
    this.line.end();
    this.#pause();
    this.reducing.cancel();
    this.checking.cancel();
  }

  get record() { return this.way.value === "try" ? this.tried : this.watched; }

  #begin(shape, cells) {
    if (this.shape !== shape) this.stage.setShape(shape);
    this.el.classList.remove("lost");
    this.shape = shape;
    this.start = cells;
    this.#again();
  }

  /** Nothing could be read: there is no board, and nothing to press. */
  #lost() {
    if (this.shape) return;
    this.el.classList.add("lost");
    this.line.show("This is not a board. Correct it, or take an example.", { tone: "bad" });
  }

  /** Another board or another rule: everything from the start. */
  #again() {
    if (!this.shape) return;
    this.#pause();
    this.hinted = this.now = this.answer = this.trouble = this.progress = undefined;
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

  async #reduce(time = 10) {
    this.time = time;
    this.answer = this.trouble = undefined;
    const body = { ...this.#body(this.shape.text(this.start), this.first.value), time, ...(time > 10 ? { memory: "1024M" } : {}) };
    const since = performance.now();
    this.search = { running: true, get seconds() { return (performance.now() - since) / 1000; } };
    const progress = count(this.start) > 20 ? (text) => { if (this.search) { this.search.progress = text; this.#drawLine(); } } : undefined;
    this.#draw();
    try {
      const answer = await this.reducing.run((signal) => ask("reduce", body, signal, progress));
      if (!answer) return;
      this.answer = answer;
      this.watched = new Record(this.shape, this.start);
      for (const name of answer.play ?? []) this.watched.play(this.shape.move(name));
      this.watched.go(this.firstStep);
      announce(answer.optimal ? `${stones(answer.value)}: fewer cannot be left` : `between ${answer.lower} and ${answer.upper} stones`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
    this.search = undefined;
    this.#check();
    this.#draw();
  }

  #setWay() {
    this.#pause();
    if (!this.shape) return;
    this.hinted = undefined;
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
    this.hinted = undefined;
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

  #move(move) {
    this.tried.play(move);
    announce(move.name);
    this.#go(this.tried.at);
  }

  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || this.editor.editing || !this.shape) return;
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
    const { record } = this;
    const trying = this.way.value === "try" && !this.editor.editing;
    this.stage.show({ cells: record.cells, last: record.last, moves: trying ? this.#legal(record) : [], hint: this.hinted, editing: this.editor.editing,
      why: (v) => (this.way.value === "watch" ? "Choose “Try it yourself” to move the stones." : this.editor.editing ? "" : whyNot(this.shape, record.cells, v, this.#turn(record))) });
    this.watchRow.hidden = this.way.value === "try";
    this.tryRow.hidden = this.way.value !== "try";
    this.slider.max = this.watched.moves.length;
    this.slider.value = this.watched.at;
    this.step.textContent = `${this.watched.at} of ${this.watched.moves.length}`;
    this.undo.disabled = this.tried.at === 0;
    this.redo.disabled = this.tried.at === this.tried.moves.length;
    this.#drawLine();
    this.#drawLight();
    this.#drawResult();
    this.#drawList();
  }

  /** How many stones there are, and how few there can be. */
  #drawLine() {
    const { record, answer, search } = this;
    const trying = this.way.value === "try";
    const turn = trying && this.#turn(record);
    const left = count(record.cells);
    const best = answer?.optimal ? `${stones(answer.value)} can be left` : answer ? `${answer.lower} to ${answer.upper} stones can be left` : undefined;
    if (this.editor.editing) return this.line.show("Click the cells, or type x, o and . on them");
    if (this.trouble) return this.line.show(this.trouble, { tone: "bad", unsettled: true });
    if (trying && this.#legal(record).length === 0) {
      const done = answer?.optimal && left === answer.value;
      return this.line.show(`No move is left. You leave ${stones(left)}${done ? ", the best there is!" : answer?.optimal ? `; the best is ${answer.value}` : ""}`, { tone: done ? "good" : "" });
    }
    const now = record.at > 0 ? `${stones(left)} after ${record.last.name}` : stones(left);
    this.line.show([now, best, turn ? `${NAME[turn]}'s stones move` : undefined].filter(Boolean).join("; "), { search, unsettled: Boolean(answer && !answer.optimal) });
  }

  /** Whether the best can still be reached. */
  #drawLight() {
    const best = this.answer?.optimal ? this.answer.value : undefined;
    const { now } = this;
    const [kind, text] = !this.answer || !now ? ["waiting", "…"]
      : best === undefined || !now.optimal ? ["unknown", "? not settled"]
        : now.value === best ? ["good", "✓ still optimal"]
          : ["bad", `✕ no longer optimal: ${now.value} from here, ${best} from the start`];
    this.light.className = `light ${kind}`;
    this.light.textContent = text;
  }

  #drawResult() {
    const { answer } = this;
    if (this.trouble) return set(this.result, h("p", { class: "fault" }, this.trouble));
    if (!answer) return set(this.result, h("p", { class: "waiting" }, "…"));
    set(this.result,
      h("h2", {}, h("span", { class: "class" }, answer.optimal ? answer.value : `${answer.lower}–${answer.upper}`),
        answer.optimal ? (answer.value === 1 ? "stone: fewer cannot be left" : "stones: fewer cannot be left") : "stones: not settled"),
      h("dl", { class: "facts" },
        h("div", {}, h("dt", {}, "board"), h("dd", {}, answer.graph)),
        h("div", {}, h("dt", {}, "by"), h("dd", {}, answer.method)),
        answer.first ? h("div", {}, h("dt", {}, "first"), h("dd", {}, NAME[answer.first])) : null,
        this.watched.moves.length && this.shape.names.length <= LARGEST ? h("div", {}, h("dt", {}, "leaves"), h("dd", {}, stamp(this.shape, this.watched.boards.at(-1)))) : null),
      answer.stopped ? h("p", { class: "note" }, `Unknown: ${STOPPED[answer.stopped]}.`) : null);
  }

  #drawList() {
    const { record } = this;
    const item = (move, i) => h("li", {}, button(move.name, () => this.#go(i + 1), { class: "move" }));
    if (this.listed !== record || this.listedMoves !== record.moves.length) {
      set(this.list, h("h3", {}, this.way.value === "try" ? "Your play" : "The play"),
        record.moves.length === 0 ? h("p", { class: "note" }, "No moves.") : h("ol", { class: "list inline", tabindex: 0, "aria-label": "Moves" }, record.moves.map(item)));
      [this.listed, this.listedMoves] = [record, record.moves.length];
    }
    const list = this.list.querySelector("ol");
    list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = list?.children[record.at - 1]?.firstChild;
    if (!now) return;
    now.setAttribute("aria-current", "true");
    // The list moves, the page does not.
    list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2);
  }
}
