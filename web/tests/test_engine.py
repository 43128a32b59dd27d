"""Boards that are too large to solve: estimates, and how the page says that they are."""

import re

from page import PageTest


class EngineTest(PageTest):
    """On 8 by 8 no winner is proved in the time that the page takes, however fast the machine is."""

    BOARD = "checker:8x8"

    def bar(self):
        return self.browser.run("const e = document.querySelector('.evaluation'); return [e.checkVisibility() ? e.dataset.kind : 'hidden', e.ariaLabel]")

    def test_an_analysis_estimates_what_it_cannot_prove(self):
        self.go(f"#clobber?board={self.BOARD}")
        self.browser.until("an estimate", lambda: re.fullmatch(r"Black to move: about \d+ %, an estimate", self.line()))
        kind, words = self.bar()
        self.assertEqual(kind, "estimate")
        self.assertRegex(words, r"^(Black|White) wins about \d+ of 100 games from here: an estimate$")
        self.assertIn("an estimate", self.browser.text(".moves"))
        # The best moves have arrows with a number, never with a tick or a cross.
        self.browser.until("three arrows", lambda: self.browser.count(".mark.guess") == 3)
        self.assertEqual(self.browser.count(".mark.good, .mark.bad"), 0)
        self.assertTrue(all(re.fullmatch(r"\d+", text) for text in self.browser.run("return [...document.querySelectorAll('.mark.guess text')].map((t) => t.textContent)")))

    def test_a_proved_winner_fills_the_bar_and_is_called_proved(self):
        for board, words in [("xoxo", "Black wins: proved"), ("xoxoxo", "White wins: proved"), ("checker:4x5", "Black wins: proved")]:
            with self.subTest(board):
                self.go(f"#clobber?board={board}")
                self.browser.until("a proof", lambda: self.bar() == ["proved", words])
                self.assertNotIn("estimate", self.line())

    def test_the_opponent_moves_and_its_guess_is_called_a_guess(self):
        self.go(f"#clobber?board={self.BOARD}&mode=play&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.any_move()
        self.browser.until("a reply", lambda: self.browser.count(".log li") == 2)
        # How good it is would say who is winning.
        self.assertEqual(self.browser.text(".log .guessed"), "a guess")
        self.browser.click(".game .check input")
        self.browser.until("the chance", lambda: re.fullmatch(r"a guess, about \d+ %", self.browser.text(".log .guessed")))

    def test_a_hint_is_an_estimate_where_nothing_is_proved(self):
        self.go(f"#clobber?board={self.BOARD}&mode=play")
        self.browser.sees("Black to move", ".verdict-text")
        self.press_button("Hint")
        self.browser.until("a hint", lambda: re.fullmatch(r"Hint: \S+, about \d+ %, an estimate", self.line()))
        self.assertEqual(self.browser.count(".mark.guess"), 1)

    def test_a_hint_in_a_lost_position_says_so_and_names_the_hardest_move(self):
        self.go("#clobber?board=xoxoxo&mode=play&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.press_button("Hint")
        self.browser.until("a hint", lambda: re.fullmatch(r"Hint: every move loses; \S+ is the hardest to answer", self.line()))
        self.assertEqual(self.browser.count(".mark.bad"), 1)

    def test_a_game_says_who_is_winning_only_if_asked(self):
        self.go("#clobber?board=checker:3x3&mode=play&you=L")
        self.browser.sees("Your move", ".verdict-text")
        self.assertEqual(self.bar()[0], "hidden")
        self.browser.click(".game .check input")
        self.browser.sees("Your move: you are winning", ".verdict-text")
        self.assertEqual(self.bar(), ["proved", "Black wins: proved"])
        self.assertIn("hints=on", self.hash())
        self.go(f"#clobber?board={self.BOARD}&mode=play&you=L&hints=on")
        self.browser.until("an estimate", lambda: re.fullmatch(r"Your move: about \d+ % for you, an estimate", self.line()))

    def test_the_worker_and_the_server_give_the_same_kind_of_answer(self):
        move, moves = self.browser.run("""
            const { ask } = await import('./api.js');
            return Promise.all([ask('move', { board: 'checker:8x8', player: 'R', time: 0.2 }), ask('analyse', { board: 'xoxo', player: 'L' })]);""")
        self.assertEqual((move["player"], move["proved"]), ("R", None))
        self.assertTrue(0 < move["chance"] < 1)
        self.assertEqual([(one["move"], one["proved"]) for one in moves["moves"]], [("3-2", "win"), ("1-2", "win"), ("3-4", "loss")])

    def setUp(self):
        super().setUp()
        self.go("#clobber?board=xoxo")
