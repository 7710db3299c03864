# SPDX-License-Identifier: Apache-2.0
"""Builds the book and checks its pages: links, anchors, structure, colours of code, what the search can find."""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import book
except ModuleNotFoundError as error:
    if error.name != "markdown":
        raise
    print("skipped: the package python3-markdown is not installed")
    sys.exit(77)

import highlight
import spec
import spec_tables


class PageReader(html.parser.HTMLParser):
    """What a page consists of; fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.sources, self.headings, self.tags, self.open = [], [], [], [], [], []
        self.loose, self.spans, self.language, self.labels = [], [], None, []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.tags.append(tag)
        if tag not in book.VOID:
            self.open.append((tag, values.get("class")))
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values["href"]] if tag in ("a", "link") else []
        self.sources += [values["src"]] if "src" in values else []
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        self.language = values.get("lang", self.language)
        self.labels += [values["aria-label"]] if tag == "nav" else []

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, f"</{tag}> in {self.open}"
        self.open.pop()

    def handle_data(self, data):
        tags = [tag for tag, _ in self.open]
        if self.open and tags[-1] == "span" and "pre" in tags:
            self.spans.append((self.open[-1][1], data))
        if "a" not in tags and "script" not in tags and "title" not in tags:
            self.loose.append(data)


class BookTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = dict(book.Book().files())
        cls.pages = {name: PageReader(text) for name, text in cls.files.items() if name.endswith(".html")}
        cls.entries = json.loads(re.search(r"entries = (.*);", cls.files["index.js"])[1])
        cls.rules = [rule for _, text in spec.chapters_of(book.ROOT) for rule in spec.DEFINITION.findall(text)]

    def test_every_link_leads_to_a_page_and_an_anchor_of_the_book(self):
        count = 0
        for name, page in self.pages.items():
            for link in page.links:
                if link == "data:,":
                    continue
                path, _, anchor = link.partition("#")
                self.assertIn(path or name, self.files, f"{name}: {link}")
                if anchor:
                    self.assertIn(anchor, self.pages[path or name].ids, f"{name}: {link}")
                count += 1
        self.assertGreater(count, 1000)

    def test_nothing_comes_from_elsewhere(self):
        for name, page in self.pages.items():
            for source in page.sources:
                self.assertIn(source, self.files, name)
        for name, text in self.files.items():
            self.assertNotRegex(text, r"(src|href|@import|url\()[=\s\"']*https?:", name)

    def test_every_rule_has_its_anchor_and_every_citation_is_a_link(self):
        chapters = {prefix: f"{chapter}.html" for chapter, prefix in spec.CHAPTERS.items()}
        for rule in self.rules:
            self.assertIn(rule, self.pages[chapters[rule.split("-")[0]]].ids)
        for name, page in self.pages.items():
            loose = [citation for text in page.loose for citation in spec.CITATION.findall(text)]
            self.assertEqual(loose, [], name)

    def test_pages_are_well_formed_for_readers_and_their_machines(self):
        for name, page in self.pages.items():
            with self.subTest(page=name):
                self.assertEqual(len(page.ids), len(set(page.ids)), [i for i in page.ids if page.ids.count(i) > 1])
                self.assertEqual((page.headings[0], page.headings.count(1)), (1, 1))
                self.assertTrue(all(b - a <= 1 for a, b in zip(page.headings, page.headings[1:])), page.headings)
                self.assertEqual([page.tags.count(tag) for tag in ("main", "header", "footer", "title")], [1] * 4)
                self.assertEqual(page.language, "en")
                self.assertEqual(len(page.labels), len(set(page.labels)))

    def test_the_text_of_the_sources_is_all_there(self):
        for page in book.pages_of_book():
            shown = re.sub(r"<[^>]*>", "", self.files[page.output])
            written = re.sub(r"\]\([^)]*\)|<!--.*?-->|```[^\n]*", "", page.text, flags=re.DOTALL)
            for word in set(re.findall(r"[A-Za-z]{4,}", written)):
                self.assertGreaterEqual(shown.count(word), written.count(word), page.source)

    def test_words_of_the_language_have_their_colours(self):
        kinds = highlight.Highlighter(spec_tables.Tree(book.ROOT)).kinds
        for word, kind in (("kernel", "keyword"), ("ctx", "keyword"), ("bf16", "type"), ("rowargmax", "builtin"),
                           ("over", "form")):
            self.assertEqual(kinds[word], kind)
        seen = {span for page in self.pages.values() for span in page.spans}
        for span in (("keyword", "kernel"), ("type", "f32"), ("builtin", "sum"), ("attribute", "@launch"),
                     ("literal", "256"), ("literal", "0.0")):
            self.assertIn(span, seen)

    def test_colouring_changes_no_text(self):
        highlighter = highlight.Highlighter(spec_tables.Tree(book.ROOT))
        for path in sorted(book.ROOT.glob("examples/*.ph")):
            source = path.read_text(encoding="utf-8")
            shown = re.sub(r"</?span[^>]*>", "", highlighter.phobos(source))
            self.assertEqual(shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), source)

    def test_the_search_knows_rules_codes_terms_and_sections(self):
        titles = {entry["t"] for entry in self.entries}
        text = (book.ROOT / "docs/diagnostics.md").read_text(encoding="utf-8")
        codes = re.findall(r"^\| (PH\d{4}) \|", text, re.MULTILINE)
        self.assertEqual({*self.rules, *codes, "butterfly", "Undefined behaviour"} - titles, set())
        self.assertGreater(len(codes), 100)
        for entry in self.entries:
            path, _, anchor = entry["u"].partition("#")
            self.assertIn(anchor, self.pages[path].ids)
        literal = next(entry for entry in self.entries if entry["t"] == "expr-8")
        self.assertTrue(literal["x"].startswith("A bare literal is a number literal"), literal)
        self.assertEqual(literal["d"], "bare literal")

    def test_two_books_are_one(self):
        self.assertEqual(dict(book.Book().files()), self.files)

    def test_a_link_that_leads_out_of_the_book_is_an_error(self):
        made = book.Book()
        made.pages[3].text += "\n[lost](../lost.md)\n"
        with self.assertRaisesRegex(book.BookError, "03-kernels.md links to ../lost.md"):
            made.files()


class CommandTest(unittest.TestCase):
    def run_book(self, *arguments):
        command = [sys.executable, str(book.ROOT / "tools/book"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_it_writes_the_book_into_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run_book("-o", f"{folder}/a/b")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual({path.name for path in pathlib.Path(folder, "a/b").iterdir()},
                             {name for name, _ in book.Book().files()})

    def test_another_command_line_is_refused(self):
        self.assertEqual(self.run_book().returncode, 2)
        self.assertEqual(self.run_book("-o").returncode, 2)
        self.assertEqual(self.run_book("-o", "/dev/null/x").returncode, 4)
        self.assertEqual(self.run_book("--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
