"""Puzzles from a seed, and the streak of days."""

import datetime

from page import PageTest


class PuzzlesTest(PageTest):
    def open(self, hash):
        self.go(hash)
        self.browser.until("a puzzle", lambda: self.browser.run("return /find the one|Leave/.test(document.querySelector('.verdict-text').textContent)"))

    def solution(self):
        """What the program says about the board of the puzzle."""
        return self.browser.run("""
            const { makePuzzle } = await import('./puzzle-maker.js');
            const p = await makePuzzle(...arguments);
            return [p.solution ?? null, p.play ?? null, p.cells];""", *self.made)

    def test_the_same_seed_gives_the_same_puzzle(self):
        self.open("#puzzles?kind=win&level=easy&seed=7")
        first = self.stones()
        self.open("#puzzles?kind=win&level=easy&seed=7")
        self.assertEqual(self.stones(), first)

    def test_the_next_puzzle_is_another_board(self):
        self.open("#puzzles?kind=win&level=easy&seed=7")
        first = self.stones()
        # The first seed that is drawn gives the board that is there already.
        self.browser.run("const draw = Math.random; let again = true; Math.random = () => again ? (again = false, 7.5e-6) : draw();")
        self.press_button("Next puzzle")
        self.browser.until("another one", lambda: self.stones() != first)
        self.assertNotIn("seed=7&", self.hash() + "&")

    def test_a_puzzle_that_is_made_shows_its_time_and_can_be_stopped(self):
        # Answers that never come stand for a slow machine.
        self.browser.run("""
            const [{ HttpClient }, { WorkerClient }] = await Promise.all([import('./http-client.js'), import('./worker-client.js')]);
            for (const kind of [HttpClient, WorkerClient]) kind.prototype.ask = (question, body, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));""")
        self.press_button("Next puzzle")
        self.browser.until("the time", lambda: self.browser.text(".verdict-time").endswith(" s"))
        self.press_button("Show the solution")
        self.press_button("Stop", ".verdict-line")
        self.browser.sees("Stopped", ".verdict-text")

    def test_one_move_wins_and_the_others_are_refuted(self):
        self.made = ("win", "easy", "7")
        self.open("#puzzles?kind=win&level=easy&seed=7")
        solution, _, cells = self.solution()
        legal = self.browser.run("""
            const found = [];
            for (const cell of document.querySelectorAll('.cell.can')) {
              cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
              for (const to of document.querySelectorAll('.cell.target')) found.push(`${cell.dataset.cell}-${to.dataset.cell}`);
              cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            }
            return found;""")
        self.assertIn(solution, legal)
        self.play(next(move for move in legal if move != solution))
        self.browser.sees("Not this one", ".verdict-text")
        self.browser.until("taken back", lambda: self.stones() == cells)
        self.browser.until("the task again", lambda: "find the one" in self.line())
        self.play(solution)
        self.browser.sees(f"Correct, 2 tries. {solution} is the one move that wins.", ".banner-text")
        self.assertIn(self.browser.run("return document.querySelector('.board').dataset.won"), ["x", "o"])
        self.press_button("Next", ".banner")
        self.browser.until("another puzzle", lambda: "find the one" in self.line() and not self.browser.run("return document.querySelector('.banner').checkVisibility()"))

    def test_a_solitaire_puzzle_is_solved_by_its_solution(self):
        self.made = ("few", "easy", "5")
        self.open("#puzzles?kind=few&level=easy&seed=5")
        for move in self.solution()[1]:
            self.play(move)
        self.browser.sees("fewer cannot be left", ".verdict-text")
        self.press_button("Restart")
        self.browser.sees("Leave", ".verdict-text")

    def test_the_puzzle_of_the_day_counts_once_and_makes_a_streak(self):
        day = self.browser.run("return new Date().toLocaleDateString('sv')")
        before = (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()
        self.open("#puzzles")
        self.browser.run("localStorage.setItem('allsmall', JSON.stringify({ streak: { last: arguments[0], run: 3, best: 3 } }))", before)
        self.open("#puzzles")
        self.assertIn(day, self.hash())
        self.browser.sees("3 days in a row", ".streak")
        self.made = tuple(self.browser.run("const { daily } = await import('./streak.js'); const d = daily(arguments[0]); return [d.kind, d.hardness, d.seed]", day))
        solution, moves, _ = self.solution()
        for move in moves or [solution]:
            self.play(move)
        self.browser.sees("4 days in a row", ".streak")
        self.press_button("Share", ".banner")
        self.browser.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: (t) => { window.copied = t; } } })")
        self.press_button("Copy result", ".share-dialog")
        short = datetime.date.fromisoformat(day).strftime("%-d %b")
        self.assertEqual(self.browser.until("the result", lambda: self.browser.run("return window.copied")).splitlines()[0], f"allsmall {short}: 1 try")
        self.open("#puzzles")
        self.browser.sees("✓ solved. 4 days in a row", ".streak")
        self.browser.run("localStorage.clear()")

    def test_the_archive_has_the_days_before_and_what_was_solved(self):
        self.browser.run("localStorage.setItem('allsmall', JSON.stringify({ days: { [arguments[0]]: 2 } }))", self.yesterday())
        self.open("#puzzles?kind=win&level=easy&seed=7")
        self.browser.click(".archive summary")
        first = self.browser.until("earlier days", lambda: self.browser.text(".archive li:first-child"))
        self.assertTrue(first.endswith("✓ 2 tries"), first)
        self.browser.click(".archive li:first-child button")
        self.browser.until("yesterday's puzzle", lambda: self.yesterday() in self.hash())
        self.browser.run("localStorage.clear()")

    def yesterday(self):
        day = self.browser.run("return new Date().toLocaleDateString('sv')")
        return (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()

    def test_days_have_numbers_and_results(self):
        found = self.browser.run("""
            const { daysBefore, puzzleNumber, resultText } = await import('./streak.js');
            return [puzzleNumber('2026-01-01'), puzzleNumber('2026-11-18'), daysBefore('2026-01-03', 10), resultText('2026-11-18', 1), resultText('2026-02-03', 3)];""")
        self.assertEqual(found, [1, 322, ["2026-01-02", "2026-01-01"], "allsmall 18 Nov: 1 try", "allsmall 3 Feb: 3 tries"])

    def test_streaks_by_the_calendar(self):
        found = self.browser.run("""
            const { after, daily, isDay } = await import('./streak.js');
            let kept = { run: 0, best: 0 };
            const runs = ['2026-02-27', '2026-02-28', '2026-02-28', '2026-03-01', '2026-03-03'].map((day) => (kept = after(kept, day)).run);
            return [runs, kept.best, daily('2026-11-16').hardness, daily('2026-11-22').hardness, isDay('7'), isDay('2026-13-77')];""")
        self.assertEqual(found, [[1, 2, 2, 3, 1], 3, "easy", "hard", False, False])

    def setUp(self):
        super().setUp()
        self.go("#puzzles?kind=win&level=easy&seed=7")
