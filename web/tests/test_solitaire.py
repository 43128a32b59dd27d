"""Solitaire Clobber, watched and tried."""

from urllib.parse import quote

from page import PageTest


class SolitaireTest(PageTest):
    def count(self):
        return sum(c != "." for c in self.stones())

    def test_the_play_is_stepped_with_the_arrow_keys(self):
        self.go("#solitaire?board=checker:3x3")
        self.browser.sees("fewer cannot be left")
        self.browser.until("the play", lambda: self.browser.text(".step") == "0 of 7")
        for step in range(1, 8):
            self.browser.press("Right")
            self.browser.until("one stone fewer", lambda: self.count() == 9 - step)
        self.browser.press("Left")
        self.browser.until("one step back", lambda: self.count() == 3)
        self.browser.press("Home")
        self.browser.until("the start", lambda: self.count() == 9)
        self.browser.press("End")
        self.browser.until("the end", lambda: self.count() == 2)
        self.assertIn("step=7", self.hash())

    def test_it_plays_by_itself_and_pauses(self):
        self.go("#solitaire?board=xoxo")
        self.browser.until("the play", lambda: "of 0" not in self.browser.text(".step") and self.browser.text(".step"))
        self.press_button("Play")
        self.browser.until("the end", lambda: self.browser.run(
            "const s = document.querySelector('input[type=range]'); return s.value === s.max"))
        self.browser.until("a pause", lambda: "Pause" not in self.browser.text(".bar"))

    def test_a_try_by_hand_says_whether_it_is_still_optimal(self):
        self.go("#solitaire?board=xoxo&way=try")
        self.browser.sees("✓ still optimal", ".light")
        self.press_button("Hint")
        self.browser.until("a hint", lambda: self.browser.count(".mark.good") == 1)
        # Two stones apart can never meet: one stone too many.
        self.play("2-1")
        self.browser.sees("✕ no longer optimal", ".light")
        self.press_button("Undo")
        self.browser.sees("✓ still optimal", ".light")

    def test_the_alternating_rule(self):
        self.go(f"#solitaire?board={quote('(xo)^3x')}&rule=alternate")
        self.browser.sees("fewer cannot be left")
        self.assertIn("rule=alternate", self.hash())
        self.press_button("o", "[aria-label='First colour']")
        self.browser.until("the first colour", lambda: "first=right" in self.hash())

    def test_a_large_board_says_what_it_leaves_without_hundreds_of_dots(self):
        self.go("#solitaire?board=checker:25x25")
        self.browser.sees("can be left", ".verdict-text")
        self.assertNotIn("....................", self.browser.text(".verdict"))
        self.browser.press("End")
        self.browser.until("the end", lambda: self.count() <= 2)
