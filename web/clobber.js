// View of two-player Clobber: play, or analyse.

import { Latest, Refused, ask } from "./api.js";
import { Analysis, judge } from "./analysis.js";
import { movesCard, proofCard, recordCard, valueCard, verdictCard } from "./cards.js";
import { announce, button, check, choice, h, icon, named, pip, select, typing } from "./dom.js";
import { Editor } from "./editor.js";
import { NAME, Record } from "./game.js";
import { VerdictLine } from "./verdict-line.js";
import { LEVELS, choose } from "./opponent.js";
import { CLOBBER, FIRST_BOARD } from "./presets.js";
import { ProofCard } from "./proof.js";
import { shareButton } from "./share.js";
import { PlayableBoard } from "./playable-board.js";
import { TreeCard } from "./tree.js";
import * as verdictText from "./verdict-text.js";

const PAUSE = 250;
const card = (name, label) => h("section", { class: `card ${name}`, "aria-label": label });

export class ClobberView {
  constructor(changed) {
    this.changed = changed;
    this.analysis = new Analysis(() => this.#draw());
    this.valuing = new Latest();
    this.proving = new Latest();
    this.replying = new Latest();
    this.judging = new Latest();
    this.editor = new Editor({
      presets: CLOBBER,
      change: (shape, cells) => this.#begin(new Record(shape, cells, this.startFirst ?? this.record?.first ?? "L")),
      fault: () => this.#lost(),
      mode: () => this.#draw(),
    });
    this.stage = new PlayableBoard({ play: (move) => this.#play(move), paint: (v) => this.editor.paint(v), key: (v, key) => this.editor.key(v, key) });
    this.line = new VerdictLine({ stop: () => { this.analysis.stop(); this.#draw(); }, longer: () => this.analysis.longer() });
    this.#controls();
    this.verdict = card("verdict", "Who wins");
    this.value = card("value", "Value");
    this.moves = card("moves", "Moves");
    this.proof = h("details", { class: "card proof", ontoggle: () => this.#explain() }, h("summary", {}, h("h3", {}, "Why")), h("div", {}));
    this.log = card("log", "Record");
    this.tree = new TreeCard();
    this.steps = new ProofCard((names) => this.#playNamed(names));
    this.rules = h("p", { class: "rules" }, "Move a stone onto a neighbour of the other colour, which is removed. A player who cannot move loses.");
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.line.el, this.stage.el, this.bar, this.rules),
      h("aside", {}, this.modeRow, this.game, this.editor.el, this.verdict, this.moves, this.value, this.proof, this.steps.el, this.tree.el, this.log));
  }

  #controls() {
    this.undo = icon("back", "Undo", () => this.#back(), "Take the last move back (u)");
    this.redo = icon("forth", "Redo", () => this.#forth(), "Play it again (r)");
    this.restart = icon("start", "Restart", () => this.#go(0), "To the start");
    this.hintButton = button("Hint", () => this.#hint(), { class: "hint" });
    this.marksBox = check("All marks", false, (on) => { this.all = on; this.#draw(); this.changed(); }, "Marks on all moves at once (h)");
    this.againButton = button("Play again", () => this.#newGame());
    this.bar = h("div", { class: "row bar" }, this.restart, this.undo, this.redo, this.hintButton, this.againButton, this.marksBox,
      shareButton(() => this.#shared()));
    this.modeChoice = choice("Play or analyse", [["play", "Play"], ["analyse", "Analyse"]], "play", (mode) => { this.#setMode(mode); this.#fresh(); });
    this.modeRow = h("div", { class: "row mode" }, this.modeChoice);
    this.youChoice = choice("You play", [["L", pip("x", "Left")], ["R", pip("o", "Right")], ["both", "both"]], "L", (you) => { this.you = you; this.#fresh(); });
    this.firstChoice = choice("Who starts", [["L", pip("x", "Left")], ["R", pip("o", "Right")]], "L", (first) => this.#begin(new Record(this.record.shape, this.record.start, first)));
    this.levelSelect = select("Opponent", LEVELS, "0.1", (level) => { this.level = level; this.changed(); this.#fresh(); });
    this.verdictBox = check("Say who wins", true, (on) => { this.showVerdict = on; this.#draw(); this.changed(); });
    this.game = h("section", { class: "card game", "aria-label": "Game" },
      h("div", { class: "row" }, named("You play", this.youChoice), named("First", this.firstChoice)),
      h("div", { class: "row" }, named("Opponent", this.levelSelect)),
      h("div", { class: "row" }, this.verdictBox, button("New game", () => this.#newGame())));
  }

  #newGame() { this.#begin(new Record(this.record.shape, this.record.start, this.record.first)); }

  /** Takes the state from the URL. */
  async show(params) {
    const one = (name, allowed, otherwise) => (allowed.includes(params.get(name)) ? params.get(name) : otherwise);
    const fresh = !params.has("board");
    this.#setMode(one("mode", ["play", "analyse"], fresh || params.has("you") ? "play" : "analyse"));
    this.you = one("you", ["L", "R", "both"], fresh ? "L" : "both");
    this.youChoice.set(this.you);
    this.level = one("level", LEVELS.map(([level]) => level), fresh ? "0.1" : "perfect");
    this.levelSelect.value = this.level;
    this.all = params.get("marks") === "all";
    this.marksBox.set(this.all);
    this.showVerdict = params.get("hints") !== "off";
    this.verdictBox.set(this.showVerdict);
    this.startFirst = one("first", ["L", "R"], "L");
    this.firstChoice.set(this.startFirst);
    const text = params.get("board") || FIRST_BOARD;
    this.editor.field.text = text;
    this.waiting = params;
    await this.editor.set(text);
  }

  /** Returns the parameters of the URL. */
  params() {
    const { record } = this;
    if (!record) return { board: this.editor.field.text };
    const play = this.mode === "play";
    return {
      board: this.#startText(),
      moves: record.moves.map((move) => move.name).join(","),
      at: record.at === record.moves.length ? undefined : record.at,
      first: record.first === "L" ? undefined : record.first,
      mode: play ? "play" : undefined,
      you: this.you === "both" ? undefined : this.you,
      level: this.level === "perfect" ? undefined : this.level,
      hints: this.showVerdict ? undefined : "off",
      marks: this.all ? "all" : undefined,
    };
  }

  leave() {
    this.analysis.clear();
    this.line.end();
    this.steps.cancel();
    for (const asked of [this.valuing, this.proving, this.replying, this.judging]) asked.cancel();
  }

  #setMode(mode) {
    this.mode = mode;
    this.modeChoice.set(mode);
    const play = mode === "play";
    this.game.hidden = !play;
    for (const part of [this.verdict, this.value, this.moves, this.proof, this.steps.el, this.tree.el, this.marksBox]) part.hidden = play;
  }

  #begin(record) {
    this.startFirst = undefined;
    if (this.record?.shape !== record.shape) this.stage.setShape(record.shape);
    this.record = record;
    this.el.classList.remove("lost");
    const params = this.waiting;
    this.waiting = undefined;
    if (params) this.#replay(params);
    this.#fresh();
  }

  /** Nothing could be read: there is no position, and nothing to press. */
  #lost() {
    if (this.record) return;
    this.el.classList.add("lost");
    this.line.show("This is not a board. Correct it, or take an example.", { tone: "bad" });
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

  /** The board as it was written, where that is still the board. */
  #startText() { return this.editor.written(this.record.start) ?? this.record.shape.text(this.record.start); }
  #text() { return this.record.shape.text(this.record.cells); }
  #legal() { return this.record.shape.moves(this.record.cells, this.record.turn); }
  #against() { return this.mode === "play" && this.you !== "both"; }
  #mine() { return !this.#against() || this.record.turn === this.you; }
  #over() { return this.#legal().length === 0; }

  /** Asks about a new position. */
  #fresh() {
    if (!this.record) return;
    this.worth = this.why = this.hinted = undefined;
    for (const asked of [this.replying, this.valuing, this.proving, this.judging]) asked.cancel();
    const { shape, cells, turn } = this.record;
    this.analysis.start({ shape, cells, turn }, { whole: this.mode === "analyse", reply: !this.#mine() });
    this.changed();
    this.#draw();
    if (this.mode === "analyse") {
      this.#evaluate();
      this.#explain();
      this.tree.start(shape, cells);
      this.steps.start(this.#text(), turn);
    }
    if (this.#over() && this.record.moves.length > 0) this.#judge();
    else if (!this.#mine()) this.#reply();
  }

  async #asked(latest, question, body, take) {
    try {
      const answer = await latest.run((signal) => ask(question, body, signal));
      if (answer) take(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      take({ trouble: error.message });
    }
    this.#draw();
  }

  /** Asks for the value; `patient` where three seconds were not enough. */
  #evaluate(patient = false) {
    this.worth = undefined;
    const limits = patient ? { time: 60, memory: "1024M" } : { time: 3 };
    return this.#asked(this.valuing, "value", { board: this.#text(), options: true, ...limits }, (worth) => { this.worth = { ...worth, patient }; });
  }

  /** Asks what settled the outcome; only while its card is open. */
  #explain() {
    if (!this.proof.open || this.why) return;
    this.why = { waiting: true };
    return this.#asked(this.proving, "solve", { board: this.#text(), explain: true, time: 10 }, (why) => { this.why = why; });
  }

  /** The opponent moves. */
  async #reply() {
    const { record } = this;
    if (this.#over() || record.at < record.moves.length) return;
    const { shape, cells, turn } = record;
    try {
      const [move] = await this.replying.run((signal) => Promise.all([
        choose(this.level, shape, cells, turn, signal, this.analysis.asked[turn]),
        new Promise((resolve) => setTimeout(resolve, PAUSE)),
      ])) ?? [];
      if (!move) return;
      record.play(move);
      announce(`${NAME[turn]} plays ${move.name}`);
      this.#fresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.line.show(error.message, { tone: "bad" });
    }
  }

  /** Finds the losing mistakes of a finished game. */
  async #judge() {
    const { record } = this;
    record.judged ??= [];
    record.better ??= [];
    const report = (i, kind, better) => {
      [record.judged[i], record.better[i]] = [kind, better];
      this.#drawLog();
    };
    await this.judging.run((signal) => judge(record, signal, report)).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    if (record === this.record) this.#draw();
  }

  /** The move that threw the game away last, when all of them are judged. */
  #thrown() {
    const { record } = this;
    if (record.judged?.length !== record.moves.length || record.judged.includes("unknown")) return undefined;
    const last = record.judged.lastIndexOf("blunder");
    return last < 0 ? undefined : { number: last + 1, player: record.mover(last), name: record.moves[last].name, better: record.better[last] };
  }

  #play(move) {
    if (!this.#mine()) return;
    this.record.play({ ...move, player: this.record.turn });
    announce(`${NAME[move.player]} plays ${move.name}`);
    this.#fresh();
  }

  /** Plays moves by their names: a step of the proof. */
  #playNamed(names) {
    for (const name of names) {
      const move = this.#legal().find((legal) => legal.name === name);
      if (!move) break;
      this.record.play(move);
      announce(`${NAME[move.player]} plays ${name}`);
    }
    this.#fresh();
  }

  #hint() {
    const { halves } = this.analysis;
    const name = halves[this.record.turn]?.move;
    this.hinted = name ? this.record.shape.move(name) : undefined;
    const none = this.analysis.winner ? "No hint: every move loses" : `No hint${this.analysis.running ? " yet" : ""}: who wins is not settled`;
    announce(name ? `Hint: ${name}` : none);
    this.#draw();
    if (!name) this.line.show(none, { tone: this.analysis.winner ? "bad" : "", search: this.analysis });
  }

  /** Keys of the whole view. */
  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || this.editor.editing || !this.record) return;
    const marks = () => { this.all = !this.all; this.marksBox.set(this.all); this.#draw(); this.changed(); };
    const [back, forth] = [() => { if (this.record.at > 0) this.#back(); }, () => { if (this.record.at < this.record.moves.length) this.#forth(); }];
    const act = { u: back, ArrowLeft: back, r: forth, ArrowRight: forth, Home: () => this.#go(0), End: () => this.#go(this.record.moves.length), h: marks }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #go(to) {
    if (!this.record) return;
    this.record.go(to);
    this.#fresh();
  }

  /** Back to where it was your turn. */
  #back() {
    let to = this.record.at - 1;
    while (to > 0 && this.#against() && this.record.mover(to) !== this.you) to -= 1;
    this.#go(to);
  }

  #forth() {
    let to = this.record.at + 1;
    while (to < this.record.moves.length && this.#against() && this.record.mover(to) !== this.you) to += 1;
    this.#go(to);
  }

  #draw() {
    const { record, analysis } = this;
    if (!record) return;
    const editing = this.editor.editing;
    const moves = editing ? [] : this.#legal();
    const marked = this.mode === "analyse" && (analysis.winner || !analysis.running);
    this.stage.show({
      cells: record.cells, last: record.last, editing, hint: this.hinted,
      moves: this.#mine() ? moves : [],
      all: this.all,
      kind: (move) => {
        const kind = marked ? analysis.kind(move) : undefined;
        return kind === "unknown" && analysis.running ? undefined : kind;
      },
      words: (move) => verdictText.after(analysis.kind(move), move.player),
    });
    this.levelSelect.disabled = this.you === "both";
    const over = this.mode === "play" && !editing && moves.length === 0 && record.moves.length > 0;
    this.hintButton.hidden = this.mode !== "play" || over;
    this.againButton.hidden = !over;
    this.undo.disabled = this.restart.disabled = record.at === 0;
    this.redo.disabled = record.at === record.moves.length;
    this.rules.hidden = this.mode !== "play" || record.moves.length > 0;
    this.#drawLine(moves);
    if (this.mode === "analyse") {
      verdictCard(this.verdict, analysis);
      valueCard(this.value, this.worth, this.#text(), () => { this.#evaluate(true); this.#draw(); });
      movesCard(this.moves, { turn: record.turn, moves, worth: this.worth, analysis, play: this.#mine() ? (move) => this.#play(move) : undefined });
      proofCard(this.proof.lastChild, this.why);
    }
    this.#drawLog();
  }

  #drawLine(moves) {
    const { record, analysis } = this;
    const { turn } = record;
    if (this.editor.editing) return this.line.show("Click the cells, or type x, o and . on them", { search: analysis });
    if (moves.length === 0) return this.line.show(verdictText.result(turn, this.#against() ? this.you : "both", this.#thrown()), { tone: this.#against() ? (turn === this.you ? "bad" : "good") : "" });
    const shown = this.mode === "analyse" || this.showVerdict;
    const whole = this.mode === "analyse";
    const unsettled = shown && !analysis.running && !analysis.trouble && analysis.stopped !== "size" && (!analysis.winner || (whole && analysis.winner === turn && analysis.count(moves).open > 0));
    const text = shown ? verdictText.verdict(turn, moves, analysis, whole) : `${NAME[turn]} to move`;
    const who = this.#against() ? (turn === this.you ? "Your move. " : "… ") : "";
    const tone = shown && analysis.winner ? (analysis.winner === turn ? "good" : "bad") : "";
    this.line.show(this.mode === "play" ? who + text : text, { tone, search: shown ? analysis : undefined, unsettled });
  }

  #drawLog() {
    recordCard(this.log, this.record, { go: (to) => this.#go(to), judge: () => this.#judge(), thrown: this.#thrown() });
  }

  #shared() {
    const { record } = this;
    return {
      name: "clobber", record,
      challenge: { ...this.params(), mode: "play", you: record.turn, hints: "off", marks: undefined, level: "perfect", board: this.#text(), moves: undefined, at: undefined, first: record.turn === "L" ? undefined : "R" },
      answers: { solve: { outcome: this.analysis.outcome ?? null, halves: this.analysis.halves, moves: Object.fromEntries(this.analysis.kinds) }, value: this.worth ? { ...this.worth, patient: undefined } : null },
    };
  }
}
