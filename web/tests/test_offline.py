"""The page without a server: loaded once, it needs no network."""

import time
import unittest

from browser import Folder
from page import FOLDER, WAY, PageTest, start


@unittest.skipUnless(WAY == "worker", "only the page without a server")
class OfflineTest(PageTest):
    """Stops its server, so it has one of its own."""

    @classmethod
    def setUpClass(cls):
        cls.server, cls.browser = start()

    @classmethod
    def tearDownClass(cls):
        cls.browser.stop()
        cls.server.stop()

    def test_it_works_without_a_network_once_it_was_loaded(self):
        self.go("#clobber?board=xoxo")
        self.browser.sees("Black to move wins: 2 of 3 moves", ".verdict-text")
        self.browser.until("the files are kept", lambda: self.browser.run(
            "return navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller) || fetch('allsmall.wasm').then(() => true))"))
        self.server.stop()
        try:
            self.browser.open(self.server.url + "#clobber?board=xoxoxo")
            self.browser.sees("Black to move loses", ".verdict-text")
            self.browser.click("#tab-values")
            self.browser.until("a value", lambda: self.browser.text(".name.big"))
        finally:
            type(self).server = Folder(FOLDER)

    def test_the_first_answer_comes_soon(self):
        # On a machine with nothing else to do it takes well under a second (web/tests/times).
        self.browser.devtools("Network.setCacheDisabled", cacheDisabled=True)
        self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source="""
            addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
              if (!window.answered && document.querySelector('.verdict-text')?.textContent.includes('wins')) window.answered = performance.now();
            }).observe(document.body, { subtree: true, childList: true, characterData: true }));""")
        def loads():
            # The machine may be busy for a while.
            for _ in range(10):
                self.go("#clobber?board=xoxo")
                yield self.browser.until("an answer", lambda: self.browser.run("return window.answered"))
        self.assertTrue(any(milliseconds < 3000 for milliseconds in loads()))

    def test_nobody_waits_behind_a_long_search(self):
        self.go("#clobber?board=checker:7x8")
        self.browser.until("a search", lambda: self.browser.text(".verdict-time"))
        start = time.monotonic()
        self.browser.write("input.text", "xoxo")
        self.browser.sees("Black to move wins", ".verdict-text")
        self.assertLess(time.monotonic() - start, 20)

    def test_links_to_the_page_have_a_title_a_description_and_a_picture(self):
        self.go("#clobber?board=xoxo")
        head = self.browser.run("return Object.fromEntries([...document.querySelectorAll('meta[property^=\"og:\"]')].map((m) => [m.getAttribute('property'), m.content]))")
        self.assertEqual(set(head), {"og:title", "og:description", "og:image", "og:type"})
        size = self.browser.run("""
            const image = new Image();
            image.src = arguments[0];
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];""", head["og:image"])
        self.assertGreaterEqual(size[0], 600)
        self.assertGreaterEqual(size[1], 315)
