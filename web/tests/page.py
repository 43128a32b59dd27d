"""What all tests of the page share: a browser, and a page to look at.

The page is asked in two ways, by `allsmall serve` (WAY=server) and by the
worker of the folder that web/build makes (WAY=worker); it must behave alike.
"""

import atexit
import os
import unittest

from browser import Browser, Folder, Server

WAY = os.environ.get("WAY", "server")
PROGRAM = os.environ.get("ALLSMALL", "allsmall")
FOLDER = os.environ.get("PAGE", "target/page")


def start():
    """A server and a browser of their own."""
    return Server(PROGRAM) if WAY == "server" else Folder(FOLDER), Browser()


class Session:
    """The server and the browser that most tests share, from the first of them to the last."""

    running = None

    @classmethod
    def get(cls):
        if not cls.running:
            cls.running = start()
            atexit.register(cls.stop)
        server, browser = cls.running
        browser.begin_anew(server.url)
        return cls.running

    @classmethod
    def stop(cls):
        server, browser = cls.running
        browser.stop()
        server.stop()


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.browser = Session.get()

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.dark(False, calm=True)
        self.browser.complaints()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    # Small words for what tests do.

    def go(self, hash=""):
        self.browser.open(self.server.url + hash)
        self.browser.until("the page", lambda: self.browser.count("#main .view"))

    def cell(self, name):
        self.browser.until(f"cell {name}", lambda: self.browser.count(f"[data-cell='{name}']"))
        self.browser.click(f"[data-cell='{name}']")

    def stones(self):
        return self.browser.run(
            "return [...document.querySelectorAll('.board-box .cell')]"
            ".map((c) => c.classList.contains('x') ? 'x' : c.classList.contains('o') ? 'o' : '.').join('')")

    def line(self):
        """The line above the board."""
        return self.browser.text(".verdict-text")

    def press_button(self, name, within="main"):
        """Presses a button as soon as it is there: some appear with an answer."""
        self.browser.until(f"a button {name}", lambda: self.browser.run(
            "const all = [...(document.querySelector(arguments[1])?.querySelectorAll('button') ?? [])];"
            "const one = all.find((b) => (b.ariaLabel ?? b.textContent) === arguments[0] && b.checkVisibility());"
            "one?.click(); return Boolean(one)", name, within))

    def play(self, name):
        start, end = name.split("-")
        self.cell(start)
        self.cell(end)

    def any_move(self):
        """Plays the first stone that can move to the first place it can go."""
        self.browser.until("a stone that can move", lambda: self.browser.count(".cell.can"))
        self.browser.run("document.querySelector('.cell.can').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        self.browser.run("document.querySelector('.cell.target').dispatchEvent(new MouseEvent('click', { bubbles: true }))")

    def hash(self):
        return self.browser.run("return location.hash")

    def fine(self):
        """Forgets refusals that the console reports rightly; they are 400 over HTTP."""
        self.assertEqual([line for line in self.browser.complaints() if "400" not in line], [])

    def no_sideways_scroll(self):
        wide = self.browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, "the page is wider than the window")
