"""The value explorer."""

from urllib.parse import quote

from page import PageTest


class ValuesTest(PageTest):
    def test_options_open_and_close(self):
        self.go("#values?board=xoxo")
        self.browser.until("a value", lambda: self.browser.text(".name.big"))
        before = self.browser.count("details.node")
        self.browser.until("options", lambda: self.browser.count("details.node .side") >= 2)
        self.browser.click("details.node details.node summary")
        self.browser.until("more options", lambda: self.browser.count("details.node details.node .side") >= 2)
        self.assertGreaterEqual(self.browser.count("details.node"), before)

    def test_two_values_are_compared(self):
        self.go("#values?board=xxo&other=up")
        self.browser.sees("is equal to", ".relation")
        self.browser.write("aside input.text", "star")
        self.browser.sees("is confused with", ".relation")

    def test_a_bad_expression_shows_its_fault(self):
        self.go("#values?board=xxo")
        self.browser.write("input.text", "xxo + ")
        self.browser.sees("expected", ".fault")
        self.fine()

    def test_values_are_typeset(self):
        self.go("#values?board=xoxxoxo")
        self.browser.until("a value", lambda: self.browser.text(".name.big"))
        self.assertEqual(self.browser.run("return document.querySelector('.name.big').textContent.replaceAll(' ', '')"), "{⇑∗|∗,↑||↓∗,±{0,↑∗}}")
        # The outer braces are higher than the inner ones.
        heights = self.browser.run("return [...document.querySelectorAll('.name.big .brace')].map((b) => b.getBoundingClientRect().height)")
        self.assertGreater(heights[0], heights[1])

    def test_its_place_among_the_ups_is_shown(self):
        self.go("#values?board=xxo")
        self.browser.until("nine rungs", lambda: self.browser.run(
            "return [...document.querySelectorAll('.rung')].map((r) => r.textContent).join('')") == ">>>>=<<<<")

    def test_a_hot_value_has_its_thermograph(self):
        self.go("#values?board=" + quote("{3|{1|-2}}"))
        self.browser.until("the picture", lambda: self.browser.count(".thermograph .wall") == 2)
        # The stops, and the mast at the mean, as the program says.
        self.assertEqual(self.browser.run("return document.querySelector('.thermograph svg').ariaLabel"),
                         "Thermograph: from 3 and 1 to a mast at 1.25, temperature 7/4")

    def test_names_are_read_with_and_without_inner_braces(self):
        same = self.browser.run("""
            const { read } = await import('./thermograph.js');
            const text = (name) => JSON.stringify(read(name));
            return [['{3|{1|-2}}', '{3||1|-2}'], ['{{2|1}|{0|-1}}', '{2|1||0|-1}'], ['{1,{2|1}|-1/2}', '{1,{2|1}|-1/2}'], ['{{{4|3}|2}|{1|0}}', '{4|3||2|||1|0}']].map(([a, b]) => text(a) === text(b));""")
        self.assertEqual(same, [True] * 4)
