# SPDX-License-Identifier: Apache-2.0
"""Colours for Phobos and EBNF in the book: the words come from the vocabulary and the token table of the lexer."""
import html
import re

TOKEN = re.compile(
    r"(?P<comment>//[^\n]*)|(?P<attribute>@\s*\w+)|(?P<word>(?!inf\b|nan\b)[A-Za-z_]\w*)"
    r"|(?P<literal>0x\w+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]+)?|inf|nan)|(?P<other>\s+|.)", re.DOTALL)
GRAMMAR_TOKEN = re.compile(
    r'(?P<comment>\(\*.*?\*\))|(?P<text>"[^"]*"|\?[^?]*\?)|(?P<word>[A-Za-z_]\w*)|(?P<other>\s+|.)', re.DOTALL)
FORMS = {"over", "unroll", "range", "tensor", "tile"}  # lex-8: no keywords, with a meaning where the grammar puts them


def span(kind, text):
    return f'<span class="{kind}">{html.escape(text, quote=False)}</span>'


class Highlighter:
    def __init__(self, tree):
        self.kinds = dict.fromkeys(FORMS, "form")
        self.kinds.update((row[1], "builtin") for row in tree.rows("vocabulary/builtins.h", "BuiltinRow"))
        self.kinds.update((row[1], "type") for row in tree.rows("vocabulary/scalar_type.h", "ScalarTypeRow"))
        self.kinds.update((row[1], "keyword") for row in tree.rows("syntax/token.h", "TokenRow") if row[1][0].isalpha())

    def phobos(self, source):
        """The source as HTML; its text is unchanged."""
        parts = []
        for match in TOKEN.finditer(source):
            kind = self.kinds.get(match[0]) if match.lastgroup == "word" else match.lastgroup
            is_plain = kind in (None, "other")
            parts.append(html.escape(match[0], quote=False) if is_plain else span(kind, match[0]))
        return "".join(parts)


def grammar(source, pages, page):
    """EBNF as HTML: each production is an anchor, each use of one a link; `pages` says where productions stand."""
    parts = []
    for match in GRAMMAR_TOKEN.finditer(source):
        text = match[0]
        if match.lastgroup != "word" or text not in pages:
            is_plain = match.lastgroup in ("word", "other")
            parts.append(html.escape(text, quote=False) if is_plain else span(match.lastgroup, text))
            continue
        begins_line = match.start() == 0 or source[match.start() - 1] == "\n"
        if begins_line and re.match(r"\s+=", source[match.end():]):
            parts.append(f'<span class="production" id="grammar-{text}">{text}</span>')
        else:
            where = "" if pages[text] == page else pages[text]
            parts.append(f'<a href="{where}#grammar-{text}">{text}</a>')
    return "".join(parts)
