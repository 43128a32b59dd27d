// Puzzles view: find the one move that wins, or leave as few stones as possible.

import { Latest, Refused } from "./api.js";
import { half } from "./analysis.js";
import { announce, button, choice, h, icon, named, set, typing } from "./dom.js";
import { STONE, stones } from "./game.js";
import { NAME, other } from "./players.js";
import { Record } from "./record.js";
import { whyNot } from "./dead-click.js";
import { EndBanner } from "./end-banner.js";
import { openShare } from "./share.js";
import { VerdictLine } from "./verdict-line.js";
import { HARDNESS, KINDS, makePuzzle } from "./puzzle-maker.js";
import { PlayableBoard } from "./playable-board.js";
import { address } from "./url-state.js";
import { Below } from "./room.js";
import * as streak from "./streak.js";

const PAUSE = 1500;
const same = (a, b) => a.cells === b.cells && a.shape.graph === b.shape.graph;

export class PuzzlesView {
  constructor(changed) {
    this.changed = changed;
    this.making = new Latest();
    this.refuting = new Latest();
    this.stage = new PlayableBoard({ play: (move) => this.#play(move), paint: () => {}, spare: (height) => this.below.fit(height) });
    this.line = new VerdictLine({ stop: () => { this.making.cancel(); this.line.show("Stopped. Take another puzzle, or the same again from its link."); }, longer: () => {} });
    this.banner = new EndBanner(this.line.el);
    this.kind = choice("Kind", KINDS, "win", () => this.#another());
    this.hardness = choice("Hardness", HARDNESS, "medium", () => this.#another());
    this.undo = icon("back", "Undo", () => this.#go(this.record.at - 1), "Take the last move back (u)");
    this.restart = icon("start", "Restart", () => this.#go(0), "To the start");
    this.solutionButton = button("Show the solution", () => this.#reveal());
    this.playOut = h("a", { class: "more" }, "Play it out");
    this.daily = h("h3", {});
    this.streak = h("p", { class: "streak" });
    this.about = h("p", { class: "note" });
    this.archive = h("details", { class: "card archive", ontoggle: () => this.#drawArchive() }, h("summary", {}, h("h3", {}, "Archive")), h("ol", { class: "list inline", tabindex: 0, "aria-label": "Earlier days" }));
    this.below = new Below(() => this.aside, this.archive);
    this.todayButton = button("Today's puzzle", () => this.#open(streak.daily(streak.today())));
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.line.el, this.banner.el, h("div", { class: "board-row" }, this.stage.el),
        h("div", { class: "row bar" }, this.restart, this.undo, button("Next puzzle", () => this.#another())),
        h("p", { class: "rules" }, "Move a stone onto a neighbour of the other colour, which is removed."), this.below.el),
      this.aside = h("aside", {},
        h("section", { class: "card", "aria-label": "Today" }, this.daily, h("div", { class: "row" }, this.todayButton, this.streak)),
        h("section", { class: "card", "aria-label": "Puzzles" }, h("h3", {}, "As many as you like"), h("div", { class: "row" }, named("Kind", this.kind)), h("div", { class: "row" }, named("Hardness", this.hardness)), this.about),
        h("section", { class: "card", "aria-label": "Solution" }, h("div", { class: "row" }, this.solutionButton, this.playOut)), this.archive));
  }

  async show(params) {
    const one = (name, table, otherwise) => (table.some(([value]) => value === params.get(name)) ? params.get(name) : otherwise);
    const seed = params.get("seed") ?? streak.today();
    const day = streak.isDay(seed) ? streak.daily(seed) : { kind: "win", hardness: "medium", seed };
    await this.#open({ kind: one("kind", KINDS, day.kind), hardness: one("level", HARDNESS, day.hardness), seed });
  }

  #asked() { return { kind: this.kind.value, hardness: this.hardness.value, seed: this.seed }; }

  params() {
    const daily = streak.isDay(this.seed) ? streak.daily(this.seed) : {};
    const { kind, hardness, seed } = this.#asked();
    return { kind: kind === daily.kind ? undefined : kind, level: hardness === daily.hardness ? undefined : hardness, seed };
  }

  /** What the share dialog offers. */
  shared() {
    const tries = this.#isOfDay() && streak.triesOn(this.seed);
    const result = tries ? `${streak.resultText(this.seed, tries)}\n${location.href}` : undefined;
    return { name: "puzzle", view: "puzzles", record: this.record, result, answers: { puzzle: this.#asked() } };
  }

  /** Names the puzzle, for the title of the tab. */
  title() { return this.#isOfDay() ? `Puzzle ${streak.puzzleNumber(this.seed)}, ${streak.shortDay(this.seed)}` : `Puzzle ${this.seed}`; }

  leave() {
    this.line.end();
    this.making.cancel();
    this.refuting.cancel();
    clearTimeout(this.timer);
  }

  /** A puzzle of a new seed; small boards repeat, and then the next seed is taken. */
  async #another() {
    const before = this.puzzle;
    do await this.#open({ kind: this.kind.value, hardness: this.hardness.value, seed: String(Math.floor(Math.random() * 1e6)) });
    while (before && this.puzzle && same(before, this.puzzle));
  }

  /** Makes a puzzle; the board before stays until it is ready. */
  async #open({ kind, hardness, seed }) {
    this.leave();
    this.kind.set(kind);
    this.hardness.set(hardness);
    this.seed = seed;
    this.changed();
    this.puzzle = undefined;
    const since = performance.now();
    this.line.show("Making a puzzle …", { search: { running: true, get seconds() { return (performance.now() - since) / 1000; } } });
    try {
      const puzzle = await this.making.run((signal) => makePuzzle(kind, hardness, seed, signal));
      if (!puzzle) return;
      this.puzzle = puzzle;
      this.state = "open";
      this.tries = 0;
      this.shown = false;
      this.record = new Record(puzzle.shape, puzzle.cells, puzzle.player ?? "L");
      this.stage.setShape(puzzle.shape);
      announce(this.#task());
      this.#draw();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.line.show(error.message, { tone: "bad" });
    }
  }

  #task() {
    const { kind, player, value } = this.puzzle;
    return kind === "win" ? `${NAME[player]} to move: find the one move that wins` : `Leave ${value === 1 ? "one stone" : `${value} stones`}, moving either colour`;
  }

  #legal() {
    return this.puzzle.kind === "win" ? this.record.shape.moves(this.record.cells, this.puzzle.player) : this.record.shape.moves(this.record.cells);
  }

  #play(move) {
    if (this.state !== "open") return;
    this.record.play(move);
    if (this.puzzle.kind === "win") this.#judgeMove(move);
    else this.#judgePlay();
    this.#draw();
  }

  #solve() {
    this.state = "solved";
    if (!this.shown && this.#isOfDay()) streak.solved(this.seed, this.tries + 1);
  }

  /** Whether this is the puzzle of a day, not another one with the day as its seed. */
  #isOfDay() {
    if (!streak.isDay(this.seed ?? "")) return false;
    const { kind, hardness } = streak.daily(this.seed);
    return kind === this.kind.value && hardness === this.hardness.value;
  }

  /** Judges a move: a wrong one is refuted and taken back. */
  async #judgeMove(move) {
    const { record, puzzle: { solution, player } } = this;
    if (move.name === solution) return this.#solve();
    this.tries += 1;
    this.state = "wrong";
    this.refutation = undefined;
    const found = await this.refuting.run((signal) => half(record.shape.text(record.cells), other(player), { signal })).catch(() => undefined);
    if (found?.move && this.state === "wrong") {
      this.refutation = found.move;
      record.play(record.shape.move(found.move));
      this.#draw();
    }
    this.timer = setTimeout(() => { this.state = "open"; this.#go(0); }, PAUSE);
  }

  #judgePlay() {
    if (this.#legal().length > 0) return;
    if (stones(this.record.cells) <= this.puzzle.value) this.#solve();
    else {
      this.state = "stuck";
      this.tries += 1;
    }
  }

  /** Shows the solution; the puzzle then does not count for the streak. */
  #reveal() {
    const { puzzle } = this;
    if (!puzzle) return;
    clearTimeout(this.timer);
    this.shown = true;
    this.record.go(0);
    const names = puzzle.kind === "win" ? [puzzle.solution] : puzzle.play;
    const step = (i) => {
      this.record.play(this.record.shape.move(names[i]));
      this.state = i + 1 < names.length ? "shown" : "given";
      this.#draw();
      if (i + 1 < names.length) this.timer = setTimeout(() => step(i + 1), 450);
    };
    step(0);
  }

  #go(to) {
    if (!this.puzzle) return;
    clearTimeout(this.timer);
    this.record.go(to);
    if (this.state !== "solved" || to === 0) this.state = "open";
    this.#draw();
  }

  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || !this.puzzle) return;
    if (event.key !== "u") return;
    event.preventDefault();
    this.#go(this.record.at - 1);
  }

  #draw() {
    const { record, puzzle, state } = this;
    if (!puzzle) return;
    this.stage.show({
      cells: record.cells, last: record.last, moves: state === "open" ? this.#legal() : [],
      why: (v) => (state === "open" ? whyNot(record.shape, record.cells, v, puzzle.player) : ""),
      won: state !== "solved" ? undefined : puzzle.kind === "win" ? STONE[puzzle.player] : record.cells.includes("x") ? "x" : "o",
    });
    this.undo.disabled = this.restart.disabled = record.at === 0;
    const left = stones(record.cells);
    const text = {
      open: puzzle.kind === "few" && record.at > 0 ? `${this.#task()}: ${left} left` : this.#task(),
      wrong: `Not this one: ${this.refutation ? `${NAME[other(puzzle.player)]} answers ${this.refutation} and wins` : "it loses"}`,
      stuck: `${left} stones are left, ${puzzle.value} can be. Take a few moves back and try again`,
      solved: puzzle.kind === "win" ? `${puzzle.solution} is the one move that wins` : `${left === 1 ? "One stone" : `${left} stones`}, and fewer cannot be left`,
      shown: "The solution …", given: puzzle.kind === "win" ? `${puzzle.solution} wins` : "This is one way",
    }[state];
    this.line.show(text, { tone: { solved: "good", wrong: "bad", stuck: "bad" }[state] });
    if (state === "solved") this.#drawEnd(text);
    else this.banner.hide();
    const kept = streak.read();
    this.daily.textContent = `Puzzle ${streak.puzzleNumber(streak.today())} of ${streak.shortDay(streak.today())}`;
    this.#drawArchive();
    set(this.streak, kept.last === streak.today() ? "✓ solved. " : "", kept.run ? `${kept.run} ${kept.run === 1 ? "day" : "days"} in a row` : "", kept.best > kept.run ? `, best ${kept.best}` : "");
    this.about.textContent = `${record.shape.graph}, ${this.#isOfDay() ? `puzzle ${streak.puzzleNumber(this.seed)}` : `seed ${puzzle.seed}`}${this.tries ? `; wrong tries: ${this.tries}` : ""}`;
    this.playOut.href = puzzle.kind === "win"
      ? address("clobber", { board: record.shape.text(puzzle.cells), mode: "play", you: puzzle.player, first: puzzle.player === "R" ? "R" : undefined })
      : address("solitaire", { board: record.shape.text(puzzle.cells), way: "try" });
    this.playOut.title = puzzle.kind === "win" ? `Against the perfect opponent, as ${NAME[puzzle.player]}` : "With a light that says whether the best can still be reached";
  }

  /** The end of a puzzle: what it was, after how many tries, and what to do next. */
  #drawEnd(text) {
    const tries = this.shown ? "" : `, ${streak.inTries(this.tries + 1)}`;
    this.banner.show(`Correct${tries}.`, `${text}.`, "good", [
      ["Next", () => this.#another()],
      ["Play it out", () => { location.hash = this.playOut.getAttribute("href"); }],
      ["Share", () => openShare(this.shared())],
    ]);
  }

  /** Earlier days, solved or not; only while the archive is open. */
  #drawArchive() {
    if (!this.archive.open) return;
    const item = (day) => {
      const tries = streak.triesOn(day);
      return h("li", {}, button(`${streak.puzzleNumber(day)}, ${streak.shortDay(day)}${tries ? ` ✓ ${streak.inTries(tries)}` : ""}`, () => this.#open(streak.daily(day)), { class: "move", "aria-current": day === this.seed ? "true" : undefined }));
    };
    set(this.archive.lastChild, streak.daysBefore(streak.today(), 60).map(item));
  }
}
