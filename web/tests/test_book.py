"""The opening book: 6 by 6 is judged at once, and the page says where that comes from."""

from page import PageTest

START = "checker:6x6"
# After Black's winning move the colours are as they stand: White is to move.
WINNING = "e6-e5"


class BookTest(PageTest):
    def test_the_start_is_judged_from_the_first_move(self):
        self.go(f"#clobber?board={START}")
        self.browser.until("the winner", lambda: "Black to move wins" in self.line())
        self.assertIn("(opening book)", self.line())
        label = self.browser.run("return document.querySelector('.evaluation').ariaLabel")
        self.assertEqual(label, "Black wins: from the opening book")

    def test_a_lost_start_is_judged_as_well(self):
        self.go("#clobber?board=checker:5x6")
        self.browser.until("the loser", lambda: "Black to move loses" in self.line())
        self.assertIn("(opening book)", self.line())

    def test_a_winning_move_and_the_reply_to_it_are_judged(self):
        self.go(f"#clobber?board={START}")
        self.browser.until("the winner", lambda: "Black to move wins" in self.line())
        source, target = WINNING.split("-")
        self.cell(source)
        self.cell(target)
        self.browser.until("the loser", lambda: "White to move loses" in self.line())
        self.assertIn("(opening book)", self.line())

    def test_the_opponent_wins_from_the_start(self):
        self.go(f"#clobber?board={START}&mode=play&you=R")
        self.browser.until("its move", lambda: self.browser.count(".log li") == 1)
        self.assertEqual(self.browser.count(".log .guessed"), 0)

    def test_a_turned_board_with_other_colours_is_the_same(self):
        board = "/".join(["oxoxox", "xoxoxo"] * 3)
        self.go(f"#clobber?board={board}")
        self.browser.until("the winner", lambda: "to move wins" in self.line())
        self.assertIn("(opening book)", self.line())

    def test_a_board_that_is_searched_is_not_called_the_books(self):
        self.go("#clobber?board=checker:4x5")
        self.browser.until("the winner", lambda: "Black to move wins" in self.line())
        self.assertNotIn("opening book", self.line())
