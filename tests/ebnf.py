# SPDX-License-Identifier: Apache-2.0
"""EBNF as the specification writes it (lex-19): reads productions, looks for defects in them, recognises and generates.

A grammar is a dict from name to node. A node is a tuple: ("word", text), ("name", production), ("said", words),
("range", first, last), ("seq", nodes), ("or", nodes), ("opt", node), ("many", node), ("but", node, node).
"""
import functools
import re

TOKEN = re.compile(r'\s*(?:\(\*.*?\*\)\s*)*("[^"]*"|\?[^?]*\?|\w+|\.\.|[=;|()\[\]{}-])', re.DOTALL)


class GrammarError(Exception):
    pass


class Reader:
    """A recursive descent over the text of one or more productions."""

    def __init__(self, text):
        text = re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL)
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if not match:
                raise GrammarError(f"cannot read {text[at:at + 20].strip()!r}")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise GrammarError(f"expected {wanted or 'a symbol'}, found {token or 'the end'}")
        self.at += 1
        return token

    def productions(self):
        while self.peek():
            name = self.take()
            self.take("=")
            node = self.alternatives()
            self.take(";")
            yield name, node

    def alternatives(self):
        nodes = [self.sequence()]
        while self.peek() == "|":
            self.take()
            nodes.append(self.sequence())
        return nodes[0] if len(nodes) == 1 else ("or", tuple(nodes))

    def sequence(self):
        nodes = []
        while self.peek() and self.peek() not in ("|", ";", ")", "]", "}"):
            node = self.item()
            if self.peek() == "-":
                self.take()
                node = ("but", node, self.item())
            nodes.append(node)
        if not nodes:
            raise GrammarError(f"nothing stands before {self.peek() or 'the end'}")
        return nodes[0] if len(nodes) == 1 else ("seq", tuple(nodes))

    def item(self):
        token = self.take()
        for opener, closer, kind in (("(", ")", None), ("[", "]", "opt"), ("{", "}", "many")):
            if token == opener:
                node = self.alternatives()
                self.take(closer)
                return (kind, node) if kind else node
        if token.startswith("?"):
            return ("said", token.strip("? "))
        if token.startswith('"'):
            if self.peek() != "..":
                return ("word", token[1:-1])
            self.take()
            return ("range", token[1:-1], self.take()[1:-1])
        if not re.fullmatch(r"\w+", token):
            raise GrammarError(f"{token} begins nothing")
        return ("name", token)


def blocks_of(text):
    """The texts of the ```ebnf fences of a chapter."""
    return re.findall(r"^```ebnf\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def children(node):
    if node[0] in ("seq", "or"):
        return node[1]
    return node[1:] if node[0] in ("opt", "many", "but") else ()


def names_in(node):
    if node[0] == "name":
        yield node[1]
    for child in children(node):
        yield from names_in(child)


def read(texts):
    """Returns (grammar, defects): a production that stands twice keeps its first form."""
    grammar, defects = {}, []
    for text in texts:
        for name, node in Reader(text).productions():
            if name in grammar:
                defects.append(f"'{name}' is defined twice")
            grammar.setdefault(name, node)
    return grammar, defects


def closure_defects(grammar, roots):
    """Names without a production, and productions that no root leads to."""
    reached, waiting = set(), list(roots)
    while waiting:
        name = waiting.pop()
        if name in reached or name not in grammar:
            continue
        reached.add(name)
        waiting += names_in(grammar[name])
    for name, node in grammar.items():
        for used in sorted(set(names_in(node)) - grammar.keys()):
            yield f"'{name}' uses '{used}', which is not defined"
    for name in sorted(grammar.keys() - reached):
        yield f"'{name}' is not used"


def left_recursions(grammar):
    """Productions that can begin with themselves: none here, and recognising relies on it."""
    @functools.cache
    def is_nullable(node):  # through names only where they are not recursive, which suffices for a first item
        if node[0] in ("opt", "many"):
            return True
        if node[0] == "seq":
            return all(is_nullable(child) for child in node[1])
        if node[0] == "or":
            return any(is_nullable(child) for child in node[1])
        return node[0] == "name" and node[1] in grammar and is_nullable(grammar[node[1]])

    def first_names(node):
        if node[0] == "name":
            yield node[1]
        elif node[0] == "seq":
            for child in node[1]:
                yield from first_names(child)
                if not is_nullable(child):
                    return
        else:
            for child in children(node):
                yield from first_names(child)

    for name in grammar:
        seen, waiting = set(), list(first_names(grammar[name]))
        while waiting:
            first = waiting.pop()
            if first == name:
                yield f"'{name}' can begin with itself"
                break
            if first in grammar and first not in seen:
                seen.add(first)
                waiting += first_names(grammar[first])


class Recogniser:
    """Every end that a node can reach from a position, remembered: any grammar without left recursion, no lookahead.

    `length_of(node, symbols, at)` is how many symbols a terminal takes there, or None; it judges ("word", ..),
    ("range", ..), ("said", ..) and the names that are no productions of `grammar`.
    """

    def __init__(self, grammar, length_of):
        self.grammar, self.length_of = grammar, length_of

    def accepts(self, start, symbols):
        self.symbols, self.known = symbols, {}
        return len(symbols) in self.ends(("name", start), 0)

    def ends(self, node, at):
        key = (id(node), at) if node[0] != "name" else (node[1], at)
        if key not in self.known:
            self.known[key] = self.computed(node, at)
        return self.known[key]

    def computed(self, node, at):
        kind = node[0]
        if kind == "name" and node[1] in self.grammar:
            return self.ends(self.grammar[node[1]], at)
        if kind == "seq":
            reached = {at}
            for child in node[1]:
                reached = set().union(*(self.ends(child, end) for end in reached))
            return reached
        if kind == "or":
            return set().union(*(self.ends(child, at) for child in node[1]))
        if kind == "opt":
            return {at} | self.ends(node[1], at)
        if kind == "many":
            reached, waiting = {at}, [at]
            while waiting:
                fresh = self.ends(node[1], waiting.pop()) - reached
                reached |= fresh
                waiting += fresh
            return reached
        if kind == "but":
            return self.ends(node[1], at) - self.ends(node[2], at)
        length = self.length_of(node, self.symbols, at)
        return set() if length is None else {at + length}


class Generator:
    """Sentences of a grammar: choices at random, those not yet taken before all others, options more rarely the deeper
    they lie; behind `budget` symbols the shortest choices.

    `write(node, random)` is the symbol of a terminal. `chosen` collects the alternatives taken, as (id of node, number).
    """

    def __init__(self, grammar, write, random):
        self.grammar, self.write, self.random = grammar, write, random
        self.chosen = set()
        self.depths = {}
        for _ in grammar:  # the least depth of each production: a fixed point
            for name, node in grammar.items():
                self.depths[name] = self.depth(node)

    def depth(self, node):
        kind = node[0]
        if kind == "name" and node[1] in self.grammar:
            return 1 + self.depths.get(node[1], 10_000)
        if kind == "seq":
            return max(self.depth(child) for child in node[1])
        if kind == "or":
            return min(self.depth(child) for child in node[1])
        return 0

    def sentence(self, start, budget):
        self.left, symbols = budget, []
        self.expand(("name", start), symbols, 0)
        return symbols

    def fresh(self, node, choices):
        return [choice for choice in choices if (id(node), choice) not in self.chosen]

    def times(self, node, level):
        """How often an optional or repeated part stands."""
        if self.fresh(node, (1,)):
            return 1
        if self.left < 0:
            return 0
        if self.random.random() > max(0.04, min(0.75, 0.9 - level / 8)):
            return 0
        return self.random.randint(1, 4) if node[0] == "many" and self.random.random() < 0.4 else 1

    def expand(self, node, symbols, level):
        kind = node[0]
        if kind == "name" and node[1] in self.grammar:
            self.expand(self.grammar[node[1]], symbols, level + 1)
        elif kind == "seq":
            for child in node[1]:
                self.expand(child, symbols, level)
        elif kind == "or":
            choices = range(len(node[1]))
            fresh = self.fresh(node, choices)
            choice = self.random.choice(fresh or choices)
            if self.left < 0 and not fresh:
                choice = min(choices, key=lambda i: self.depth(node[1][i]))
            self.chosen.add((id(node), choice))
            self.expand(node[1][choice], symbols, level)
        elif kind in ("opt", "many"):
            times = self.times(node, level)
            self.chosen.add((id(node), min(times, 1)))
            for _ in range(times):
                self.expand(node[1], symbols, level)
        else:
            self.left -= 1
            symbols.append(self.write(node, self.random))


def choices_of(node):
    """What `Generator.chosen` holds when every alternative of a node has been taken."""
    if node[0] == "or":
        yield from ((id(node), i) for i in range(len(node[1])))
    if node[0] in ("opt", "many"):
        yield from ((id(node), i) for i in range(2))
    if node[0] != "but":
        for child in children(node):
            yield from choices_of(child)
