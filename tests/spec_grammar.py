#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the grammar of the specification against itself and against the parser.

usage: spec_grammar.py ROOT PHOBOS_CHECK [SENTENCES [SEED]]     prints one line per defect; exit 1 if there is one

The productions of the chapters are read from their fences. They must be closed: every name has one production and a
use. Sentences are generated from them, laid out at random, and must be accepted by the parser; mutants of them are judged
by a recogniser that knows the productions and the rules of chapter 1 only, and the parser must agree with it.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import ebnf
import spec

SENTENCES = 250  # at least; more, up to four times as many, until every choice of the grammar was taken
# What sentences are generated from, and what stands around them in a program.
STARTS = [("program", "", ""), ("statement", "fn f() {", "}"), ("attribute", "", "kernel k() { }"),
          ("statement", "fn f() {", "}"), ("range", "fn f() { for i in", "{ } }")]
MUTANTS_OF_EACH = 3
SYNTAX_CODES = re.compile(r"PH0[12]\d\d")  # of lexer and parser
LIMIT_CODES = re.compile(r"PH06\d\d")
BLANKS = " \t"
# Names that mean something elsewhere, in this language or in others: the parser has an eye on them.
NAMES = ("a b_2 _ K x over unroll range tensor tile f32 bf16 bool launch autotune lane block sum max and or xor not mod elif "
         "elsif loop def int float double void shared T min any i infinity e5").split()


class Lexical:
    """The tokens of chapter 1, taken from its text."""

    def __init__(self, text, grammar):
        rules = dict(spec.rules_of(text))
        self.keywords = re.search(r"`([^`]+)`", rules["lex-6"])[1].split()
        reserved = re.findall(r"`(\w+)`", rules["lex-7"])
        self.reserved = {*self.keywords, *(word for word in reserved if word == "ctx")}
        self.float_words = set(reserved) - {"ctx"}
        operators = re.search(r"```text\n(.*?)```", text[text.index("**lex-10**"):], re.DOTALL)[1].split()
        self.symbols = sorted((symbol for symbol in operators if symbol != ";"), key=len, reverse=True)
        self.enders = set(re.findall(r"`([^`]+)`", rules["lex-12"])) - {"END", "( )", "[ ]"}
        self.recogniser = ebnf.Recogniser(grammar, self.character_length)

    @staticmethod
    def character_length(node, text, at):
        if node[0] == "word":
            return len(node[1]) if text.startswith(node[1], at) else None
        return 1 if node[0] == "range" and at < len(text) and node[1] <= text[at] <= node[2] else None

    def longest(self, production, text):
        """The length of the longest beginning of `text` that is of the production; 0 where none is."""
        self.recogniser.symbols, self.recogniser.known = text, {}
        return max(self.recogniser.ends(("name", production), 0), default=0)

    def ends_statement(self, kind, text):
        """lex-12; its list names literals by their words and kinds."""
        return kind in ("IDENTIFIER", "INTEGER", "FLOAT") or text in self.enders


class Token:
    def __init__(self, kind, text, first=False, depth=0):
        self.kind, self.text, self.first, self.depth = kind, text, first, depth


class LexicalError(Exception):
    pass


def tokens_of(lexical, text):
    """lex-1 to lex-13; raises LexicalError."""
    tokens, at, depth, first = [], 0, 0, True
    if text.startswith("\ufeff"):
        at = 1
    while at < len(text):
        rest = text[at:at + 80]
        if rest.startswith(("\n", "\r\n")):
            if depth == 0 and tokens and lexical.ends_statement(tokens[-1].kind, tokens[-1].text):
                tokens.append(Token("END", "\n"))
            at, first = text.index("\n", at) + 1, True
            continue
        if rest[0] in BLANKS:
            at += 1
            continue
        if rest.startswith("//"):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            end -= text[at:end].endswith("\r") and end < len(text)
            if any(ord(c) < 0x20 and c != "\t" or 0x7F <= ord(c) <= 0x9F for c in text[at:end]):
                raise LexicalError("a control character")
            at = end
            continue
        kind, length = token_at(lexical, rest)
        word = rest[:length]
        if word == ";" and depth > 0:
            raise LexicalError("; in brackets")
        tokens.append(Token("END" if word == ";" else kind, word, first, depth))
        depth = max(0, depth + (word in ("(", "[")) - (word in (")", "]")))
        at, first = at + length, False
    return tokens


def token_at(lexical, rest):
    if length := lexical.longest("IDENTIFIER", rest):
        word = rest[:length]
        kind = "reserved" if word in lexical.reserved else "FLOAT" if word in lexical.float_words else "IDENTIFIER"
        return kind, length
    integer, floating = lexical.longest("INTEGER", rest), lexical.longest("FLOAT", rest)
    if length := max(integer, floating):
        number = rest[:length]
        if re.match(r"[A-Za-z0-9_.]", rest[length:]):  # lex-11
            raise LexicalError("a number goes on")
        whole = re.match(r"[0-9_]*", number)[0]
        if len(whole) > 1 and whole.startswith("0"):
            raise LexicalError("a leading zero")
        if integer == length and int(number.replace("_", ""), 0) >= 1 << 64:
            raise LexicalError("too large")
        return ("INTEGER" if integer == length else "FLOAT"), length
    for symbol in [*lexical.symbols, ";"]:
        if rest.startswith(symbol):
            return "symbol", len(symbol)
    raise LexicalError("no token")


def token_length(node, tokens, at):
    """One token, or none; lex-8: a word in quotes is also an identifier."""
    if at >= len(tokens):
        return None
    if node[0] == "name":
        return 1 if node[1] in (tokens[at].kind, "TOKEN") else None
    is_word = tokens[at].kind in ("IDENTIFIER", "reserved", "symbol")
    return 1 if is_word and node == ("word", tokens[at].text) else None


class Language:
    def __init__(self, root):
        texts = dict(spec.chapters_of(pathlib.Path(root)))
        lexical_text = texts["01-lexical"]
        self.lexical_grammar, first = ebnf.read(ebnf.blocks_of(lexical_text))
        self.grammar, others = ebnf.read(block for chapter, text in texts.items() if chapter != "01-lexical"
                                         for block in ebnf.blocks_of(text))
        self.defects = first + others
        both = {**self.lexical_grammar, **self.grammar}
        self.defects += ebnf.closure_defects(both, ["source", "program"])
        self.defects += ebnf.left_recursions(both)
        self.lexical = Lexical(lexical_text, self.lexical_grammar)
        self.recogniser = ebnf.Recogniser(self.grammar, token_length)

    def accepts(self, text):
        try:
            tokens = tokens_of(self.lexical, text)
        except LexicalError:
            return False
        for token in tokens:
            if token.first and token.text == "{" and token.depth == 0:  # lex-15
                return False
            if token.first and token.text in ("kernel", "fn", "@") and token.depth > 0:  # ctx-12
                return False
        return self.recogniser.accepts("program", tokens)


# --- sentences ---

def write_token(language, node, rng):
    """A terminal of the grammar as a token."""
    if node[0] == "word":
        lexical = language.lexical
        kind = "reserved" if node[1] in lexical.reserved else "IDENTIFIER" if node[1].isalnum() else "symbol"
        return Token(kind, node[1])
    if node[0] == "but":
        shut = {word[1] for word in ebnf.children(node[2]) if word[0] == "word"}
        while True:
            token = write_token(language, node[1], rng)
            if token.text not in shut and token.kind != "END":
                return token
    if node[1] == "TOKEN":
        return random_token(language, rng)
    if node[1] == "IDENTIFIER":
        return Token("IDENTIFIER", rng.choice(NAMES))
    if node[1] == "END":
        return Token("END", ";")
    return Token(node[1], number(language, node[1], rng))


def number(language, production, rng):
    write = lambda node, r: node[1] if node[0] == "word" else chr(r.randint(ord(node[1]), ord(node[2])))
    generator = ebnf.Generator(language.lexical_grammar, write, rng)
    while True:
        text = "".join(generator.sentence(production, 8))
        try:
            if [token.kind for token in tokens_of(language.lexical, text)] == [production]:
                return text
        except LexicalError:
            pass


def random_token(language, rng):
    lexical = language.lexical
    pick = rng.randrange(6)
    if pick == 0:
        return Token("reserved", rng.choice(sorted(lexical.reserved)))
    if pick == 1:
        return Token("END", ";")
    if pick == 2:
        kind = rng.choice(("INTEGER", "FLOAT"))
        return Token(kind, number(language, kind, rng))
    if pick == 3:
        return Token("IDENTIFIER", rng.choice(NAMES))
    return Token("symbol", rng.choice(lexical.symbols))


def laid_out(language, tokens, rng):
    """The tokens as text: blanks, line breaks and comments wherever chapter 1 lets them stand; rng None: plain."""
    text, depth, before = "", 0, None
    for token in tokens:
        text += gap(language, before, token, depth, rng)
        if token.kind != "END":
            text += token.text
        else:
            may_break = before and language.lexical.ends_statement(before.kind, before.text)
            text += line_break(rng) if may_break and not (rng and rng.random() < 0.3) else ";"
        depth = max(0, depth + (token.text in ("(", "[")) - (token.text in (")", "]")))
        before = token
    return text + (line_break(rng) if rng and rng.random() < 0.5 else "")


def gap(language, before, token, depth, rng):
    if rng is None:
        return " "
    touches = before is None or before.text in "()[]{},;" or token.text in "()[]{},;"
    may_break = depth > 0 or before is None or before.text == ";" or \
        not language.lexical.ends_statement(before.kind, before.text)
    may_begin_line = token.text not in ("kernel", "fn", "@") if depth > 0 else token.text != "{"
    roll = rng.random()
    if may_break and may_begin_line and roll < 0.08:
        return line_break(rng)
    if touches and roll < 0.5:
        return ""
    return "".join(rng.choice(BLANKS) for _ in range(rng.randint(1, 2)))


def line_break(rng):
    if rng is None:
        return "\n"
    comment = rng.choice(("", " // } \u00e9 (", " //")) if rng.random() < 0.5 else ""
    return comment + rng.choice(("\n", "\r\n", "\n\n")) + rng.choice(("", "    "))


def mutated(language, tokens, rng):
    tokens = list(tokens)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(tokens) + 1)
        pick = rng.randrange(5)
        if pick == 0 or at == len(tokens):
            tokens.insert(at, random_token(language, rng))
        elif pick == 1:
            tokens[at] = random_token(language, rng)
        elif pick == 2:
            del tokens[at]
        elif pick == 3:
            tokens.insert(at, tokens[at])
        elif len(tokens) > 1:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
    return tokens


def misspelt(language, rng):
    """A statement with a number of which a character was changed."""
    text = number(language, rng.choice(("INTEGER", "FLOAT")), rng)
    for _ in range(rng.randint(1, 2)):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(("", *"0019__..eExX+-abF")) + text[at + rng.randint(0, 1):]
    return f"kernel k() {{ let x = {text} }}\n"


def campaign(language, sentences, seed):
    """Yields (text, whether it must be accepted); at the end a defect for every choice that no sentence took."""
    rng = random.Random(seed)
    generator = ebnf.Generator(language.grammar, lambda node, r: write_token(language, node, r), rng)
    starts = [(start, tokens_of(language.lexical, before), tokens_of(language.lexical, behind))
              for start, before, behind in STARTS]
    untaken = [(choice, name) for name, node in language.grammar.items() for choice in ebnf.choices_of(node)]
    for i in range(4 * sentences):
        untaken = [(choice, name) for choice, name in untaken if choice not in generator.chosen]
        if i >= sentences and not untaken:
            break
        start, before, behind = starts[i % len(starts)]
        tokens = [*before, *generator.sentence(start, rng.choice((15, 40, 80))), *behind]
        text = laid_out(language, tokens, rng)
        if not language.accepts(text):
            language.defects.append(f"generated, but not recognised:\n{text}")
        yield text, True
        for _ in range(MUTANTS_OF_EACH):
            text = laid_out(language, mutated(language, tokens, rng), None)
            yield text, language.accepts(text)
        text = misspelt(language, rng)
        yield text, language.accepts(text)
    for choice, name in untaken:
        language.defects.append(f"no sentence takes alternative {choice[1]} of a choice in '{name}'")


# --- the parser ---

def verdicts(command, texts):
    """Of each text whether the parser accepts it, and the codes it reports."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{i:05}.ph") for i in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text, encoding="utf-8", newline="")
        result = subprocess.run([*command, "--json", "--lanes", "32", *map(str, paths)], capture_output=True, text=True,
                                check=False, timeout=300)
        if result.returncode not in (0, 3):
            raise RuntimeError(f"exit {result.returncode}: {result.stderr[-2000:]}")
        codes = {str(path): set() for path in paths}
        for diagnostic in json.loads(result.stdout)["diagnostics"]:
            codes[diagnostic["file"]].add(diagnostic["code"])
    return [(not any(map(SYNTAX_CODES.fullmatch, found)), sorted(found)) for found in codes.values()]


def defects_of(root, command, sentences=SENTENCES, seed=1):
    language = Language(root)
    if language.defects:
        yield from language.defects
        return
    cases = list(campaign(language, sentences, seed))
    yield from language.defects
    rejected = 0
    for (text, wanted), (accepted, codes) in zip(cases, verdicts(command, [text for text, _ in cases])):
        rejected += not wanted
        if accepted != wanted:
            yield f"{'accepted' if wanted else 'rejected'} by the grammar, not by the parser {codes}:\n{text}"
        elif any(map(LIMIT_CODES.fullmatch, codes)):
            yield f"larger than the parser takes {codes}:\n{text}"
    if not len(cases) // 10 < rejected < len(cases) - len(cases) // 10:
        yield f"{rejected} of {len(cases)} texts are rejected, which tests little"


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    sys.setrecursionlimit(20_000)
    found = list(defects_of(sys.argv[1], [sys.argv[2]], *map(int, sys.argv[3:])))
    print("\n".join(found) if found else "the parser and the grammar agree")
    sys.exit(1 if found else 0)
