# SPDX-License-Identifier: Apache-2.0
"""Renders docs/spec, the glossary and the list of diagnostics as static HTML pages that need no network."""
import html
import html.parser
import json
import pathlib
import re
import sys

import markdown

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import ebnf  # noqa: E402  (of tests/)
import highlight  # noqa: E402
import spec  # noqa: E402  (of tests/)
import spec_tables  # noqa: E402  (of tests/)

ASSETS = ("style.css", "theme.js", "search.js")
TITLE = "The Phobos language"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"\bPH\d{4}\b")
CHAPTER = re.compile(r"\bchapter (\d+)\b")
REFERENCE = re.compile(rf"{spec.CITATION.pattern}|{CODE.pattern}|{CHAPTER.pattern}")
VOID = {"meta", "link", "input", "br", "hr", "img"}


class BookError(Exception):
    """A source that the book cannot be made of."""


class Page:
    def __init__(self, source, output):
        self.source, self.output = source, output
        self.text = (ROOT / source).read_text(encoding="utf-8")
        self.title = re.search(r"^# (.+)$", self.text, re.MULTILINE)[1]
        self.sections = []  # (id, title) of its h2

    @property
    def name(self):
        return pathlib.PurePosixPath(self.source)


def pages_of_book():
    chapters = [Page(f"docs/spec/{chapter}.md", f"{chapter}.html") for chapter in spec.CHAPTERS]
    return [Page("docs/spec/README.md", "index.html"), *chapters, Page("docs/glossary.md", "glossary.html"),
            Page("docs/diagnostics.md", "diagnostics.html")]


def slug(title):
    return "s-" + re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


class Linker(html.parser.HTMLParser):
    """Copies HTML and makes links of citations in its text: of rules, codes and chapters."""

    def __init__(self, book, page):
        super().__init__(convert_charrefs=False)
        self.book, self.page, self.parts, self.open = book, page, [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        href = dict(attrs).get("href")
        if tag == "a" and href:
            attrs = [(name, self.book.target(self.page, value) if name == "href" else value) for name, value in attrs]
        written = [f'{name}="{html.escape(value or "")}"' for name, value in attrs]
        self.parts.append(f"<{' '.join([tag, *written])}>")

    def handle_endtag(self, tag):
        self.open.pop()
        self.parts.append(f"</{tag}>")

    def handle_entityref(self, name):
        self.parts.append(f"&{name};")

    def handle_charref(self, name):
        self.parts.append(f"&#{name};")

    def handle_data(self, data):
        self.parts.append(data if "a" in self.open else REFERENCE.sub(self.link, data))

    def link(self, match):
        target = self.book.anchors.get(match[0])
        if match[1]:
            chapter = next((page for page in self.book.pages if page.title.startswith(f"{match[1]} ")), None)
            target = chapter and chapter.output
        if not target:
            return match[0]
        return f'<a href="{target.removeprefix(self.page.output) or self.page.output}">{match[0]}</a>'


class Book:
    def __init__(self):
        self.pages = pages_of_book()
        self.highlighter = highlight.Highlighter(spec_tables.Tree(ROOT))
        self.anchors, self.productions, self.entries = {}, {}, []
        for page in self.pages:
            for rule in spec.DEFINITION.findall(page.text):
                self.anchors[rule] = f"{page.output}#{rule}"
            for block in ebnf.blocks_of(page.text):
                for name, _ in ebnf.Reader(block).productions():
                    self.productions[name] = page.output
            if page.output == "diagnostics.html":
                self.anchors.update((code, f"{page.output}#{code}") for code in
                                    re.findall(r"^\| (PH\d{4}) \|", page.text, re.MULTILINE))

    def target(self, page, href):
        """The page of the book that a link of a source leads to."""
        if href.startswith("#") or re.match(r"[\w-]+\.html(#|$)", href):
            return href
        path, _, anchor = href.partition("#")
        wanted = pathlib.PurePosixPath(*self.resolved(page.name.parent / path))
        for other in self.pages:
            if wanted in (other.name, other.name.parent) and (wanted == other.name or other.output == "index.html"):
                return other.output + (f"#{anchor}" if anchor else "")
        raise BookError(f"{page.source} links to {href}, which is no page of the book")

    @staticmethod
    def resolved(path):
        parts = []
        for part in path.parts:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        return parts

    # --- one page ---

    def code(self, page, kind, source):
        if kind == "ebnf":
            inner, label = highlight.grammar(source, self.productions, page.output), "Grammar"
        elif kind.startswith("phobos"):
            inner = self.highlighter.phobos(source)
            _, verdict, *rule = kind.split()
            label = {"accept": "Accepted", "reject": f"Rejected by {' '.join(rule)}", "fragment": "Fragment"}[verdict]
        else:
            inner, label = html.escape(source, quote=False), ""
        caption = f"<figcaption>{label}</figcaption>" if label else ""
        css = kind.split()[1] if kind.startswith("phobos") else kind or "plain"
        return f'<figure class="code {css}">{caption}<pre><code>{inner}</code></pre></figure>'

    def body(self, page):
        fences = []

        def keep(match):
            fences.append(self.code(page, match[1], match[2]))
            return f"\n\nFENCE{len(fences) - 1}ECNEF\n\n"

        text = FENCE.sub(keep, re.sub(r"<!--.*?-->", "", page.text, flags=re.DOTALL))
        text = re.sub(r"(\S)\n((?:[-*] |\d+\. ))", r"\1\n\2", text)
        result = markdown.markdown(text, extensions=["tables", "sane_lists"])
        result = re.sub(r"<h2>(.*?)</h2>", lambda match: self.section(page, match[1]), result)
        result = re.sub(rf"<p><strong>((?:{spec.PREFIXES})-\d+)</strong>", r'<p class="rule" id="\1">'
                        r'<a class="number" href="#\1">\1</a>', result)
        result = re.sub(rf"<td><strong>((?:{spec.PREFIXES})-\d+)</strong>", r'<td class="rule" id="\1">'
                        r'<a class="number" href="#\1">\1</a>', result)
        result = re.sub(r"<tr>\n<td>(PH\d{4})</td>", r'<tr id="\1">\n<td><a class="number" href="#\1">\1</a></td>',
                        result)
        if page.output == "glossary.html":
            result = re.sub(r"<tr>\n<td>([^<]+)</td>",
                            lambda match: f'<tr id="term-{slug(match[1])[2:]}">\n<td>{match[1]}</td>', result)
        result = result.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
        result = re.sub(r"<th( [^>]*)?>", r'<th scope="col"\1>', result)
        result = re.sub(r"<p>FENCE(\d+)ECNEF</p>", lambda match: fences[int(match[1])], result)
        linker = Linker(self, page)
        linker.feed(result)
        linker.close()
        return self.with_rule_links(page, "".join(linker.parts))

    def with_rule_links(self, page, body):
        """Links of the table of diagnostics lead to the rule they name, not to its chapter only."""
        return re.sub(rf'<a href="[\w-]+\.html">((?:{spec.PREFIXES})-\d+)</a>',
                      lambda match: f'<a href="{self.anchors[match[1]].removeprefix(page.output)}">{match[1]}</a>', body)

    def section(self, page, inner):
        title = html.unescape(re.sub("<[^>]*>", "", inner))
        anchor = slug(title)
        page.sections.append((anchor, title))
        self.entries.append({"t": title, "w": page.title, "u": f"{page.output}#{anchor}", "x": "", "d": ""})
        return f'<h2 id="{anchor}">{inner}</h2>'

    def contents(self, page):
        items = []
        for other in self.pages:
            if other is not page:
                items.append(f'<li><a href="{other.output}">{html.escape(other.title)}</a></li>')
                continue
            sections = "".join(f'<li><a href="#{anchor}">{html.escape(title)}</a></li>'
                               for anchor, title in page.sections)
            items.append(f'<li><a href="{page.output}" aria-current="page">{html.escape(page.title)}</a>'
                         + (f"<ol>{sections}</ol>" if sections else "") + "</li>")
        return f"<ol>{''.join(items)}</ol>"

    def turning(self, page):
        at = self.pages.index(page)
        links = []
        for step, rel, label in ((-1, "prev", "Previous"), (1, "next", "Next")):
            if 0 <= at + step < len(self.pages):
                other = self.pages[at + step]
                links.append(f'<a rel="{rel}" href="{other.output}">{label}: {html.escape(other.title)}</a>')
        return "".join(links)

    def render(self, page):
        body = self.body(page)
        self.entries += entries_of(page, body)
        title = page.title if page.title == TITLE else f"{page.title} - {TITLE}"
        return TEMPLATE.format(title=html.escape(title), book=TITLE, contents=self.contents(page), body=body,
                               turning=self.turning(page))

    def files(self):
        """Every file of the book as (name, text)."""
        result = [(page.output, self.render(page)) for page in self.pages]
        result += [(name, (ROOT / "docs/book" / name).read_text(encoding="utf-8")) for name in ASSETS]
        index = json.dumps(self.entries, ensure_ascii=False, separators=(",", ":"))
        return [*result, ("index.js", f"// SPDX-License-Identifier: Apache-2.0\nconst entries = {index};\n")]


class EntryReader(html.parser.HTMLParser):
    """What can be searched: the text of every rule, of every row of a table with an id or a term, of every section."""

    def __init__(self, page):
        super().__init__()
        self.page, self.found, self.depth, self.entry, self.is_term = page, [], 0, None, False

    def handle_starttag(self, tag, attrs):
        if tag in VOID:
            return
        self.depth += 1
        anchor = dict(attrs).get("id")
        if anchor and tag in ("p", "td", "tr") and not self.entry:
            self.entry = {"t": anchor.replace("term-", ""), "w": self.page.title,
                          "u": f"{self.page.output}#{anchor}", "x": "", "d": ""}
            self.end = self.depth
        self.is_term = tag == "em"

    def handle_endtag(self, tag):
        if self.entry and self.depth == self.end:
            self.entry["x"] = " ".join(self.entry["x"].split()).removeprefix(self.entry["t"]).strip()
            self.entry["d"] = self.entry["d"].strip()
            self.found.append(self.entry)
            self.entry = None
        self.depth -= 1
        self.is_term = False

    def handle_data(self, data):
        if self.entry and self.is_term and not data.startswith("("):
            self.entry["d"] += " " + data
        if self.entry:
            self.entry["x"] += data + (" " if data.endswith("\n") else "")


def entries_of(page, body):
    reader = EntryReader(page)
    reader.feed(body)
    return reader.found


TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script src="theme.js"></script>
<script src="index.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="book" href="index.html">{book}</a>
<form role="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" aria-describedby="hits"
 placeholder="a rule or words">
</form>
<button id="theme" type="button" hidden>Theme</button>
</header>
<section id="results" aria-label="Search results" hidden><p id="hits" role="status"></p><ol></ol></section>
<div class="columns">
<nav aria-label="Contents">{contents}</nav>
<main id="content" tabindex="-1">
{body}
<nav class="turning" aria-label="Neighbouring pages">{turning}</nav>
</main>
</div>
<footer>Version 1 of the language. Rules keep their numbers for ever; a link to one stays good.</footer>
</body>
</html>
"""


def write(folder):
    """Writes the book into a folder, which is made if it is not there; returns the names of the files."""
    files = Book().files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        (folder / name).write_text(text, encoding="utf-8")
    return [name for name, _ in files]
