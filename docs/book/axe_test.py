# SPDX-License-Identifier: Apache-2.0
"""Reads every page of the book with axe-core, in light and dark: no violation of its rules. Skipped where there is no
Chromium, or axe-core is not installed: `npm ci --ignore-scripts --prefix docs/book/axe` does that."""
import json
import pathlib
import unittest

import reading

AXE = pathlib.Path(__file__).parent / "axe/node_modules/axe-core/axe.min.js"
if not AXE.exists():
    reading.skip("axe-core is not installed: npm ci --ignore-scripts --prefix docs/book/axe")

VIOLATIONS = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.map(
    (violation) => `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map((node) => node.html)}`))"""


class AxeTest(reading.ReadingTest):
    seconds = 110

    def violations(self, name, theme, spoil=""):
        self.prefer(theme)
        self.open(name)
        self.js(spoil)
        self.js(AXE.read_text(encoding="utf-8") + ";0")
        return self.js(VIOLATIONS)

    def test_no_page_violates_a_rule_in_either_theme(self):
        for name in self.names:
            for theme in ("light", "dark"):
                with self.subTest(page=name, theme=theme):
                    self.assertEqual(self.violations(name, theme), [])

    def test_the_version_is_the_one_of_the_lock_file(self):
        lock = json.loads((AXE.parents[2] / "package-lock.json").read_text(encoding="utf-8"))
        package = json.loads((AXE.parent / "package.json").read_text(encoding="utf-8"))
        self.assertEqual(package["version"], lock["packages"]["node_modules/axe-core"]["version"])

    def test_a_violation_would_be_seen(self):
        spoil = "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=data:,>')"
        self.assertTrue(any(text.startswith("image-alt") for text in self.violations("index.html", "light", spoil)))


if __name__ == "__main__":
    unittest.main()
