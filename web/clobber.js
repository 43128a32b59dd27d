// View of two-player Clobber: play, or analyse.

import { Latest, Refused, ask } from "./api.js";
import { Analysis, judge } from "./analysis.js";
import { movesCard, proofCard, valueCard, verdictCard } from "./cards.js";
import { whyNot } from "./dead-click.js";
import { announce, button, check, choice, h, icon, named, pip, select, typing } from "./dom.js";
import { Editor } from "./editor.js";
import { EndBanner } from "./end-banner.js";
import { bestMove, inWords } from "./estimate.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { STONE } from "./game.js";
import { VerdictLine } from "./verdict-line.js";
import { LEVELS, choose } from "./opponent.js";
import { NAME, other } from "./players.js";
import { CLOBBER, FIRST_BOARD, anotherBoard } from "./presets.js";
import { ProofCard } from "./proof.js";
import { Record } from "./record.js";
import { isJudged, recordCard, thrownAway } from "./record-card.js";
import * as recordText from "./record-text.js";
import { Below } from "./room.js";
import { copyChallenge, openShare } from "./share.js";
import { PlayableBoard } from "./playable-board.js";
import { TreeCard } from "./tree.js";
import * as verdictText from "./verdict-text.js";

const PAUSE = 250;
/** Seconds of the engine for a hint. */
const HINT_TIME = 3;
/** Number of estimated moves that have an arrow; the moves of one stone have all theirs. */
const GUESSES = 3;
const card = (name, label) => h("section", { class: `card ${name}`, "aria-label": label });
const players = () => [["L", pip("x", NAME.L)], ["R", pip("o", NAME.R)]];

export class ClobberView {
  constructor(changed) {
    this.changed = changed;
    this.analysis = new Analysis(() => this.#draw());
    this.valuing = new Latest();
    this.proving = new Latest();
    this.replying = new Latest();
    this.judging = new Latest();
    this.hinting = new Latest();
    this.editor = new Editor({
      presets: CLOBBER,
      change: (shape, cells) => this.#begin(new Record(shape, cells, this.startFirst ?? this.record?.first ?? "L")),
      fault: () => this.#lost(),
      mode: () => this.#draw(),
    });
    this.stage = new PlayableBoard({
      play: (move) => this.#play(move), paint: (v) => this.editor.paint(v), key: (v, key) => this.editor.key(v, key), spare: (height) => this.below.fit(height),
    });
    this.line = new VerdictLine({ stop: () => { this.analysis.stop(); this.#draw(); }, longer: () => this.analysis.longer() });
    this.banner = new EndBanner(this.line.el);
    this.evaluation = new EvaluationBar();
    this.#controls();
    this.verdict = card("verdict", "Who wins");
    this.value = card("value", "Value");
    this.moves = card("moves", "Moves");
    this.proof = h("details", { class: "card proof", ontoggle: () => this.#explain() }, h("summary", {}, h("h3", {}, "Why")), h("div", {}));
    this.log = card("log", "Record");
    this.tree = new TreeCard((steps) => this.#enter(steps));
    this.steps = new ProofCard((names) => this.#playNamed(names));
    this.rules = h("p", { class: "rules" }, "Move a stone onto a neighbour of the other colour, which is removed. A player who cannot move loses.");
    this.aside = h("aside", {}, this.modeRow, this.game, this.editor.el, this.verdict, this.moves, this.value, this.proof, this.steps.el, this.tree.el, this.log);
    this.below = new Below(() => this.aside, this.tree.el, this.log);
    this.el = h("div", { class: "view" },
      h("div", { class: "stage" }, this.line.el, this.banner.el, h("div", { class: "board-row" }, this.evaluation.el, this.stage.el), this.bar, this.rules, this.below.el), this.aside);
  }

  #controls() {
    this.undo = icon("back", "Undo", () => this.#back(), "Take the last move back (u)");
    this.redo = icon("forth", "Redo", () => this.#forth(), "Play it again (r)");
    this.restart = icon("start", "Restart", () => this.#go(0), "To the start");
    this.hintButton = button("Hint", () => this.#hint(), { class: "hint" });
    this.marksBox = check("Marks", true, (on) => this.#setMarks(on), "Arrows of all moves (h)");
    this.turnChoice = choice("Side to move", players(), "L", (player) => { this.record.setTurn(player); this.#fresh(); });
    this.turnRow = named("To move", this.turnChoice);
    this.bar = h("div", { class: "row bar" }, this.restart, this.undo, this.redo, this.hintButton, this.turnRow, this.marksBox);
    this.modeChoice = choice("Play or analyse", [["play", "Play"], ["analyse", "Analyse"]], "play", (mode) => { this.#setMode(mode); this.#fresh(); });
    this.modeRow = h("div", { class: "row mode" }, this.modeChoice);
    this.youChoice = choice("You play", [...players(), ["both", "both"]], "L", (you) => { this.you = you; this.#fresh(); });
    this.firstChoice = choice("Who starts", players(), "L", (first) => this.#begin(new Record(this.record.shape, this.record.start, first)));
    this.levelSelect = select("Opponent", LEVELS, "0.1", (level) => { this.level = level; this.changed(); this.#fresh(); });
    this.verdictBox = check("Say who is winning", false, (on) => { this.showVerdict = on; this.#fresh(); });
    this.game = h("section", { class: "card game", "aria-label": "Game" },
      h("div", { class: "row" }, named("You play", this.youChoice), named("First", this.firstChoice)),
      h("div", { class: "row" }, named("Opponent", this.levelSelect)),
      h("div", { class: "row" }, this.verdictBox, button("New game", () => this.#newGame())));
  }

  #newGame() { this.#begin(new Record(this.record.shape, this.record.start, this.record.first)); }

  #setMarks(on) {
    this.all = on;
    this.marksBox.set(on);
    this.#draw();
    this.changed();
  }

  /** Takes the state from the URL. */
  async show(params) {
    const one = (name, allowed, otherwise) => (allowed.includes(params.get(name)) ? params.get(name) : otherwise);
    const fresh = !params.has("board");
    this.#setMode(one("mode", ["play", "analyse"], fresh || params.has("you") ? "play" : "analyse"));
    this.you = one("you", ["L", "R", "both"], fresh ? "L" : "both");
    this.youChoice.set(this.you);
    this.level = one("level", LEVELS.map(([level]) => level), fresh ? "0.1" : "perfect");
    this.levelSelect.value = this.level;
    this.all = params.get("marks") !== "off";
    this.marksBox.set(this.all);
    this.showVerdict = params.get("hints") === "on";
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
    return {
      board: this.#startText(),
      moves: recordText.write(record),
      line: recordText.writeLine(record),
      at: record.at === record.moves.length ? undefined : record.at,
      first: record.first === "L" ? undefined : record.first,
      mode: this.mode === "play" ? "play" : undefined,
      you: this.you === "both" ? undefined : this.you,
      level: this.level === "perfect" ? undefined : this.level,
      hints: this.showVerdict ? "on" : undefined,
      marks: this.all ? undefined : "off",
    };
  }

  /** Names the position, for the title of the tab. */
  title() {
    if (!this.record) return "Clobber";
    const moves = this.record.at ? ` after ${this.record.at} ${this.record.at === 1 ? "move" : "moves"}` : "";
    return `${this.#startText()}${moves}, ${NAME[this.record.turn]} to move - Clobber`;
  }

  leave() {
    this.analysis.clear();
    this.line.end();
    this.steps.cancel();
    for (const asked of [this.valuing, this.proving, this.replying, this.judging, this.hinting]) asked.cancel();
  }

  #setMode(mode) {
    this.mode = mode;
    this.modeChoice.set(mode);
    const play = mode === "play";
    this.game.hidden = !play;
    for (const part of [this.verdict, this.value, this.moves, this.proof, this.steps.el, this.tree.el, this.marksBox, this.turnRow]) part.hidden = play;
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
    const fault = recordText.read(record, params.get("moves"), params.get("line"), ({ cells, turn }) => record.shape.moves(cells, turn));
    if (fault) announce(`The link has a move ${fault} that is not legal here.`);
    record.go(params.has("at") ? Number(params.get("at")) || 0 : record.moves.length);
  }

  /** The board as it was written, where that is still the board. */
  #startText() { return this.editor.written(this.record.start) ?? this.record.shape.text(this.record.start); }
  #text() { return this.record.shape.text(this.record.cells); }
  #legal() { return this.record.shape.moves(this.record.cells, this.record.turn); }
  #against() { return this.mode === "play" && this.you !== "both"; }
  #mine() { return !this.#against() || this.record.turn === this.you; }
  #side() { return this.#against() ? this.you : "both"; }
  #over() { return this.#legal().length === 0; }
  /** Whether the program is asked who wins. */
  #told() { return this.mode === "analyse" || this.showVerdict; }

  /** Asks about a new position. */
  #fresh() {
    if (!this.record) return;
    this.worth = this.why = this.hinted = this.hintText = this.noted = undefined;
    for (const asked of [this.replying, this.valuing, this.proving, this.judging, this.hinting]) asked.cancel();
    const { shape, cells, turn } = this.record;
    if (this.#told() || (!this.#mine() && this.level !== "random" && this.level !== "greedy")) {
      this.analysis.start({ shape, cells, turn }, { whole: this.mode === "analyse", reply: !this.#mine() });
    } else {
      this.analysis.clear();
    }
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
      announce(`${NAME[turn]} plays ${move.name}${move.guess === undefined ? "" : ", a guess"}`);
      this.#fresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.line.show(error.message, { tone: "bad" });
    }
  }

  /** Finds the losing mistakes of the current line. */
  async #judge() {
    const { record } = this;
    const { path } = record;
    const report = (i, kind, better) => {
      Object.assign(path[i], { judged: path[i].move.pass ? "good" : kind, better });
      this.#drawLog();
    };
    await this.judging.run((signal) => judge(record, signal, report)).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
    if (record === this.record) this.#draw();
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

  /** Puts a position of the game tree on the board: the moves that lead to it, whoever makes them. */
  #enter(steps) {
    for (const move of steps) this.record.playAs(move.player, move);
    this.#fresh();
  }

  /** Asks the engine for a move and says whether it is proved. */
  async #hint() {
    const { shape, turn } = this.record;
    const since = performance.now();
    this.hintText = "Looking for a hint …";
    this.hintSearch = { running: true, get seconds() { return (performance.now() - since) / 1000; } };
    this.#draw();
    try {
      const found = await this.hinting.run((signal) => bestMove(this.#text(), turn, HINT_TIME, signal));
      if (!found) return;
      const { move, proved, chance } = found;
      const kind = { win: "good", loss: "bad" }[proved] ?? "guess";
      const words = { good: `${move} wins`, bad: `every move loses; ${move} is the hardest to answer`, guess: `${move}, ${inWords(chance ?? 0.5)}, an estimate` }[kind];
      this.hinted = { ...shape.move(move), kind, figure: Math.round(100 * (chance ?? 0.5)), title: `Hint: ${words}` };
      this.hintText = `Hint: ${words}`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.hintText = error.message;
    }
    this.hintSearch = undefined;
    this.#draw();
  }

  /** Keys of the whole view. */
  keydown(event) {
    if (typing(event) || event.ctrlKey || event.metaKey || event.altKey || this.editor.editing || !this.record) return;
    const [back, forth] = [() => { if (this.record.at > 0) this.#back(); }, () => { if (this.record.at < this.record.moves.length) this.#forth(); }];
    const turn = () => { if (this.mode === "analyse") { this.record.setTurn(other(this.record.turn)); this.#fresh(); } };
    const act = { u: back, ArrowLeft: back, r: forth, ArrowRight: forth, Home: () => this.#go(0), End: () => this.#go(this.record.moves.length), h: () => this.#setMarks(!this.all), s: turn }[event.key];
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

  /** What the arrow of a move shows; guesses only of the best moves, or `alone` of one stone. */
  #kind(move, alone, best) {
    const { analysis } = this;
    if (this.mode !== "analyse") return undefined;
    const kind = analysis.kind(move);
    if (kind !== "unknown") return kind;
    if (analysis.chances.has(move.name)) return alone || best.has(move.name) ? "guess" : undefined;
    return analysis.running || !alone ? undefined : "unknown";
  }

  #draw() {
    const { record, analysis } = this;
    if (!record) return;
    const editing = this.editor.editing;
    const moves = editing ? [] : this.#legal();
    const over = this.mode === "play" && !editing && moves.length === 0 && record.at > 0;
    const best = new Set(analysis.bestGuesses(GUESSES));
    this.stage.show({
      cells: record.cells, last: record.last, editing, hint: this.hinted,
      moves: this.#mine() ? moves : [],
      all: this.all,
      kind: (move, alone) => this.#kind(move, alone, best),
      words: (move) => verdictText.after(analysis.kind(move), move.player, analysis.chances.get(move.name)),
      figure: (move) => (analysis.chances.has(move.name) ? Math.round(100 * analysis.chances.get(move.name)) : undefined),
      why: (v) => (editing ? "" : over ? "The game is over." : !this.#mine() ? `${NAME[record.turn]} is thinking.` : whyNot(record.shape, record.cells, v, record.turn)),
      won: over ? STONE[other(record.turn)] : undefined,
    });
    this.levelSelect.disabled = this.you === "both";
    this.hintButton.hidden = this.mode !== "play" || over;
    this.undo.disabled = this.restart.disabled = record.at === 0;
    this.redo.disabled = record.at === record.moves.length;
    this.turnChoice.set(record.turn);
    this.rules.classList.toggle("void", this.mode !== "play" || record.at > 0);
    this.evaluation.el.hidden = !this.#told();
    this.evaluation.show(moves.length === 0 && !editing ? { winner: other(record.turn) } : analysis.evaluation);
    this.#drawLine(moves);
    if (over) this.#drawEnd();
    else this.banner.hide();
    if (this.mode === "analyse") {
      verdictCard(this.verdict, analysis);
      valueCard(this.value, this.worth, this.#text(), () => { this.#evaluate(true); this.#draw(); });
      movesCard(this.moves, { turn: record.turn, moves, worth: this.worth, analysis, play: this.#mine() ? (move) => this.#play(move) : undefined });
      proofCard(this.proof.lastChild, this.why);
    }
    this.#drawLog();
  }

  #drawLine(moves) {
    const { record: { turn }, analysis } = this;
    if (this.editor.editing) return this.line.show("Click the cells, or type x, o and . on them", { search: analysis });
    if (this.hintText) return this.line.show(this.hintText, { search: this.hintSearch });
    const whole = this.mode === "analyse";
    const text = whole || moves.length === 0 ? verdictText.verdict(turn, moves, analysis) : verdictText.standing(turn, this.#side(), analysis, this.showVerdict);
    const told = this.#told() && moves.length > 0;
    const unsettled = told && !analysis.running && !analysis.trouble && analysis.stopped !== "size" && (!analysis.winner || (whole && analysis.winner === turn && analysis.count(moves).open > 0));
    const side = this.#against() ? this.you : turn;
    this.line.show(text, { tone: told && analysis.winner ? (analysis.winner === side ? "good" : "bad") : "", search: analysis, unsettled });
  }

  #drawEnd() {
    const { record } = this;
    const guessed = record.moves.some(({ guess }) => guess !== undefined);
    const side = this.#side();
    this.banner.show(verdictText.result(record.turn, side), this.noted ?? verdictText.reason(record.turn, thrownAway(record), isJudged(record), guessed),
      side === "both" ? "" : record.turn === side ? "bad" : "good", [
        ["Rematch", () => this.#newGame()],
        ["Next board", () => this.editor.set(anotherBoard(record.shape, record.start))],
        ["Challenge", () => this.#challenge()],
        ["Share", () => openShare(this.shared())],
      ]);
  }

  async #challenge() {
    if (!await copyChallenge(this.shared())) return openShare(this.shared());
    this.noted = "The link is copied: who can beat this?";
    this.#draw();
  }

  #drawLog() {
    recordCard(this.log, this.record, { go: (node) => { this.record.goTo(node); this.#fresh(); }, judge: () => this.#judge(), told: this.#told() });
  }

  /**
   * What the share dialog offers. After a game the challenge is its start, otherwise this position.
   * @returns {Shared}
   */
  shared() {
    const { record } = this;
    if (!record) return { name: "clobber", answers: {} };
    const [board, turn] = this.#over() && record.at > 0 ? [this.#startText(), record.first] : [this.#text(), record.turn];
    return {
      name: "clobber", record,
      challenge: { board, mode: "play", you: turn, first: turn === "L" ? undefined : "R" },
      answers: { solve: { outcome: this.analysis.outcome ?? null, halves: this.analysis.halves, moves: Object.fromEntries(this.analysis.kinds), estimates: Object.fromEntries(this.analysis.chances) }, value: this.worth ? { ...this.worth, patient: undefined } : null },
    };
  }
}
