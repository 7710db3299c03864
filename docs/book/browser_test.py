# SPDX-License-Identifier: Apache-2.0
"""Reads the book in a headless Chromium: search, theme, keyboard, contrast, names for assistive programs, narrow and
printed pages, and no complaint of the browser anywhere. Skipped where there is no Chromium."""
import unittest

import browser
import reading

# Colours of text whose contrast with what is behind it is below WCAG's 4.5, or 3 for large text; as texts.
FAINT = """(() => {
    const light = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    const behind = (element) => {
        for (; element; element = element.parentElement) {
            const colour = parts(getComputedStyle(element).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const faint = new Map();
    let seen = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const [a, b] = [luminance(parts(style.color)), luminance(behind(element))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = parseFloat(style.fontSize);
        const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
        seen += 1;
        if (contrast < least) faint.set(element.outerHTML.slice(0, 80), contrast.toFixed(2));
    }
    return {seen, faint: [...faint].map(([html, contrast]) => `${contrast}: ${html}`)};
})()"""
ROLES_WITH_NAMES = {"link", "button", "textbox", "searchbox", "navigation", "region", "heading", "RootWebArea"}
LANDMARKS = {"banner", "main", "contentinfo", "navigation", "search"}


class BrowserTest(reading.ReadingTest):
    def setUp(self):
        self.resize(1200, 900)
        self.prefer("light")
        self.open("index.html")
        self.js("localStorage.clear()")
        self.open("index.html")

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])

    def resize(self, width, height):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                          mobile=False)

    def ground(self):
        return self.js("getComputedStyle(document.body).backgroundColor")

    def focused(self):
        return self.js("document.activeElement.id || document.activeElement.textContent")

    def search(self, query):
        self.js("document.getElementById('query').value = ''")
        self.js("document.getElementById('query').focus()")
        self.browser.write(query)
        return self.js("[...document.querySelectorAll('#results a')].map((link) => link.textContent)")

    def until(self, expression):
        """Waits for what a key or a click leads to, on another page too; the browser's own time limit ends a wait
        without end."""
        while True:
            try:
                if self.js(expression):
                    return
                self.js("new Promise((done) => setTimeout(done, 10))")
            except browser.PageLeft:
                continue  # it is being replaced by the one that is waited for

    def test_search_finds_a_rule_and_goes_there(self):
        self.assertEqual(self.search("expr-15")[0], "expr-15 (5 Expressions)")
        self.browser.press("Enter")
        self.until("location.pathname.endsWith('/05-expressions.html') && document.readyState === 'complete'")
        self.assertEqual(self.js("location.hash"), "#expr-15")
        self.assertTrue(self.js("(() => { const box = document.querySelector(':target').getBoundingClientRect();"
                                " return box.top >= 0 && box.bottom <= innerHeight; })()"))

    def test_search_by_words_codes_and_terms(self):
        self.assertEqual(self.search("bare literal")[0], "expr-8 (5 Expressions)")
        self.assertIn("tile-30 (10 Tiles)", self.search("chain of each element"))
        self.assertEqual(self.search("PH0401")[0], "PH0401 (Diagnostics)")
        self.assertEqual(self.search("butterfly")[0], "butterfly (Glossary)")
        self.assertEqual(self.search("qqqq"), [])
        self.assertEqual(self.js("document.getElementById('hits').textContent"), "Nothing found.")
        self.assertEqual(self.search(" "), [])
        self.assertTrue(self.js("document.getElementById('results').hidden"))

    def test_search_by_keyboard(self):
        self.browser.press("/", "Slash")
        self.assertEqual(self.focused(), "query")
        self.browser.write("race")
        self.browser.press("ArrowDown")
        self.browser.press("ArrowDown")
        self.assertEqual(self.js("[...document.querySelectorAll('#results a')].indexOf(document.activeElement)"), 1)
        self.browser.press("ArrowUp")
        self.browser.press("ArrowUp")
        self.assertEqual(self.focused(), "query")
        self.browser.press("Escape")
        self.assertTrue(self.js("document.getElementById('results').hidden"))

    def test_the_first_tab_skips_to_the_text(self):
        self.browser.press("Tab")
        self.assertEqual(self.focused(), "Skip to the text")
        self.browser.press("Enter")
        self.until("location.hash === '#content'")
        self.assertEqual(self.focused(), "content")

    def test_the_theme_is_the_systems_until_it_is_chosen(self):
        light = self.ground()
        self.prefer("dark")
        dark = self.ground()
        self.assertNotEqual(light, dark)
        self.until("document.getElementById('theme').textContent === 'Light'")
        self.js("document.getElementById('theme').click()")
        self.assertEqual(self.ground(), light)
        self.open("10-tiles.html")
        self.assertEqual(self.ground(), light, "the choice is kept")
        self.js("document.getElementById('theme').click()")
        self.assertEqual(self.ground(), dark)

    def test_a_citation_leads_to_its_rule(self):
        self.open("12-numerics.html#num-17")
        self.js("document.querySelector('#num-17 a[href$=run-35]').click()")
        self.until("location.hash === '#run-35' && document.readyState === 'complete'")
        self.assertEqual(self.js("document.querySelector(':target a').textContent"), "run-35")

    def test_every_page_can_be_read_in_both_themes(self):
        for name in self.names:
            for theme in ("light", "dark"):
                with self.subTest(page=name, theme=theme):
                    self.prefer(theme)
                    self.open(name)
                    found = self.js(FAINT)
                    self.assertGreater(found["seen"], 50)
                    self.assertEqual(found["faint"], [])

    def test_faint_text_would_be_seen(self):
        self.js("document.querySelector('h1').style.color = 'rgb(160, 160, 160)'")
        self.assertEqual(len(self.js(FAINT)["faint"]), 1)

    def test_landmarks_and_names_are_told_to_assistive_programs(self):
        for name in self.names:
            with self.subTest(page=name):
                self.open(name)
                nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
                nodes = [node for node in nodes if not node["ignored"]]
                roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
                self.assertEqual(LANDMARKS - {role for role, _ in roles}, set())
                self.assertEqual([role for role, said in roles if role in ROLES_WITH_NAMES and not said.strip()], [])
                self.assertEqual(len([role for role, _ in roles if role == "main"]), 1)

    def test_narrow_pages_do_not_scroll_sideways(self):
        self.resize(360, 700)
        for name in self.names:
            with self.subTest(page=name):
                self.open(name)
                self.assertLessEqual(self.js("document.documentElement.scrollWidth"), 360)

    def test_print_shows_the_text_alone_and_dark_on_white(self):
        self.prefer("dark", media="print")
        self.assertEqual(self.ground(), "rgb(255, 255, 255)")
        aside = "[...document.querySelectorAll('header, .columns > nav, footer')]"
        self.assertFalse(self.js(f"{aside}.some((element) => element.checkVisibility())"))
        self.assertTrue(self.js("document.querySelector('h1').checkVisibility()"))

    def test_without_scripts_the_text_stands_and_nothing_idle_is_shown(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.open("05-expressions.html")
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        self.assertTrue(self.js("document.getElementById('query').form.hidden"))
        self.assertTrue(self.js("document.getElementById('theme').hidden"))
        self.assertTrue(self.js("document.getElementById('expr-8').checkVisibility()"))


if __name__ == "__main__":
    unittest.main()
