#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tables and lists of the specification with the vocabulary of the code.

usage: spec_tables.py ROOT        prints one line per defect; exit 1 if there is one
"""
import itertools
import pathlib
import re
import sys

import ebnf
import spec

FAMILIES = {"Elementwise": "elementwise", "Queries": "query", "Runs": "run", "Lanes of a warp": "shuffle", "Order": "order",
            "Atomics": "atomic", "Tiles": "tile"}
# How chapter 7 writes arguments and result of a type rule; {n} stands for T as often as there are arguments.
TYPE_RULES = {
    "number": ("`{n}`; T a number", "`T`"), "floating": ("`{n}`; T a float", "`T`"),
    "integer_to_i32": ("`{n}`; T an integer", "`i32`"), "select": ("`bool, T, T`; T any scalar type", "`T`"),
    "bytes_u32": ("`u32, u32, u32`", "`u32`"),
    "byte_dot": ("`A, B, T`; A and B each `u32` or `i32`; T `u32` or `i32`", "`T`"),
    "float_to_bits": ("`{n}`; T a float", "`u32`; `i64` for `f64`"), "u32_to_f32": ("`u32`", "`f32`"),
    "u32_to_f16": ("`u32`", "`f16`"),
}
OPERAND_CLASSES = {"number": "`T`; T a number", "integer_or_bool": "`T`; T an integer or `bool`", "boolean": "`bool`"}
ATTRIBUTE_ARGUMENTS = {"none": "none", "threads": "`threads[, minBlocks[, maxRegs]]`", "choices": "`X in [a, b, ...]`",
                       "alignment": "`DIM = n`", "anything": "anything"}
ARGUMENTS_IN_WORDS = {"generate", "tmax", "tmin"}  # rows that do not list their arguments one by one
# Where a number of lang/vocabulary/limits.h stands in a rule; # is the number.
LIMITS = [
    ("type-9", "1 to # dims", "rank"), ("type-13", "1 to # dims", "rank"), ("tile-4", "1 to # axes", "rank"),
    ("type-13", "at most # elements", "tile_elements"), ("tile-4", "at most # elements", "tile_elements"),
    ("type-9", "below #.", "dim_end"), ("ctx-7", "below #.", "dim_end"), ("ctx-14", "at most #,", "threads"),
    ("ctx-30", "at most # calls", "expanded_calls"),
    ("ctx-37", "from 0 to #, its y", "grid_x"), ("ctx-37", "from 0 to #; otherwise", "grid_yz"),
    ("run-14", "from 1 to #.", "run_elements"),
]
LIMIT_ROWS = ["source_bytes", "expression_depth", "block_depth", "parameters", "call_depth", "call_nesting",
              "checked_nodes", "checked_file_nodes"]


class Tree:
    """The texts that are compared."""

    def __init__(self, root, edits=()):
        self.root, self.edits = pathlib.Path(root), dict(edits)

    def text(self, path):
        return self.edits.get(path) or (self.root / path).read_text(encoding="utf-8")

    def chapter(self, name):
        return self.text(f"docs/spec/{name}.md")

    def rule(self, rule):
        prefix = rule.split("-")[0]
        chapter = next(chapter for chapter, of in spec.CHAPTERS.items() if of == prefix)
        return " ".join(dict(spec.rules_of(self.chapter(chapter)))[rule].split())

    def grammar(self):
        return ebnf.read(block for chapter in spec.CHAPTERS for block in ebnf.blocks_of(self.chapter(chapter)))[0]

    def rows(self, header, name):
        """The initialisers of every row `name{..}` of a header of the vocabulary, without qualifiers and quotes."""
        text = re.sub(r"//[^\n]*", "", self.text(f"lang/{header}"))
        for row in re.findall(rf'\b{name}\{{((?:"[^"]*"|[^{{}}"])*)\}}', text):
            cells = re.findall(r'"[^"]*"|[^,\s][^,]*', row)
            yield [cell.strip().strip('"').split("::")[-1] for cell in cells]


def table(text, header):
    """Rows of every table whose first header cell is `header`, as (heading above, cells)."""
    heading, is_inside = "", False
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.strip("# ")
        if not line.startswith("|"):
            is_inside = False
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if cells[0] == header:
            is_inside = True
        elif is_inside and not set(line) <= set("|- "):
            yield heading, cells


def compare(place, written, known):
    if written != known:
        yield f"{place}: written {written}, the code has {known}"


def words_of(node):
    if node[0] == "word":
        yield node[1]
    for child in ebnf.children(node):
        yield from words_of(child)


def sentences_of(node):
    """All sentences of a node without names and repetition, in order."""
    if node[0] == "word":
        return [node[1]]
    if node[0] == "or":
        return [sentence for child in node[1] for sentence in sentences_of(child)]
    return ["".join(parts) for parts in itertools.product(*map(sentences_of, node[1]))]


# --- the comparisons ---

def type_defects(tree):
    kinds = {"IEEE": "floating", "the": "floating", "signed": "signed_integer", "unsigned": "unsigned_integer",
             "truth": "boolean"}
    written = [(cells[0].strip("`"), kinds[cells[1].split()[0]], int(cells[3]), int(cells[2]))
               for _, cells in table(tree.chapter("02-types"), "type")]
    known = [(row[1], row[2], int(row[3]), int(row[4]))
             for row in tree.rows("vocabulary/scalar_type.h", "ScalarTypeRow")]
    yield from compare("type-1", written, known)
    yield from compare("scalar_type", list(words_of(tree.grammar()["scalar_type"])), [row[0] for row in known])
    for kind, rule in (("floating", "floats"), ("integer", "integers")):
        names = re.search(rf"\*{rule}\*(?: are)? ([^;]+);", tree.rule("type-2"))[1]
        listed = re.findall(r"`(\w+)`", names)
        yield from compare(f"type-2, {rule}", listed, [row[0] for row in known if kind in row[1]])


def attribute_defects(tree):
    known = [row[1:4] for row in tree.rows("vocabulary/attributes.h", "AttributeRow")]
    written = {cells[0].strip("`"): (cells[1], cells[2]) for _, cells in table(tree.chapter("03-kernels"), "attribute")}
    for name, arguments, effect in known:
        if name not in written:
            continue  # spec.py tells
        yield from compare(f"ctx-12, {name}", written[name][0], ATTRIBUTE_ARGUMENTS[arguments])
        yield from compare(f"ctx-12, {name}: speed only", written[name][1] == "speed only", effect == "speed only")
    grammar = tree.grammar()
    formed = {name for name, arguments, _ in known if arguments != "anything"}
    yield from compare("attribute", {word for word in words_of(grammar["attribute"]) if word.isidentifier()}, formed)
    yield from compare("other", set(words_of(grammar["other"])), formed)


def builtin_defects(tree):
    known = {row[1]: (row[2], row[3], int(row[4]), int(row[5]))
             for row in tree.rows("vocabulary/builtins.h", "BuiltinRow")}
    for heading, cells in table(tree.chapter("07-builtins"), "builtin"):
        name = cells[0].strip("`")
        if name not in known or heading not in FAMILIES:
            continue
        family, rule, least, most = known[name]
        yield from compare(f"{name}, table", FAMILIES[heading], family)
        if rule in TYPE_RULES:
            arguments, result = TYPE_RULES[rule]
            yield from compare(f"{name}", (cells[1], cells[2]), (arguments.format(n=", ".join("T" * least)), result))
        elif name not in ARGUMENTS_IN_WORDS:
            listed = re.sub(r"`\[[^`]*\]`", "X", cells[1].split(";")[0])
            count = 0 if listed == "none" else listed.count(",") + 1
            yield from compare(f"{name}, arguments", (count, count + 3 if family == "atomic" else count), (least, most))


def collective_defects(tree):
    spelled = {row[0]: row[1] for row in tree.rows("vocabulary/builtins.h", "BuiltinRow")}
    known = {f"{spelled[row[1]]}<over s>": OPERAND_CLASSES[row[2]]
             for row in tree.rows("vocabulary/builtins.h", "CollectiveRow")}
    written = {cells[0].strip("`"): cells[1] for heading, cells in table(tree.chapter("07-builtins"), "builtin")
               if heading == "Collectives"}
    yield from compare("collectives", written, known)
    names = re.findall(r"`(\w+)`", tree.rule("coll-2"))
    yield from compare("coll-2", {name for name in names if name != "bool"}, {name.split("<")[0] for name in known})


def context_defects(tree):
    known = {row[1]: row[2] for row in tree.rows("vocabulary/context.h", "ContextFieldRow")}
    yield from compare("context", set(sentences_of(tree.grammar()["context"])), set(known))
    written = set()
    for _, cells in table(tree.chapter("03-kernels"), "field"):
        first, *axes = re.findall(r"`([^`]+)`", cells[0])
        written |= {first, *(first.rsplit(".", 1)[0] + axis for axis in axes)}
    yield from compare("ctx-31", written, set(known))
    for rule, level in (("level-10", "warp_uniform"), ("level-11", "varying")):
        yield from compare(rule, set(re.findall(r"`(ctx\.\w+)`", tree.rule(rule))),
                           {field for field, of in known.items() if of == level})


def operator_defects(tree):
    grammar, name, precedence, written = tree.grammar(), "or", 0, {}
    while name != "unary":
        _, (operand, rest) = grammar[name]
        precedence += 1
        for word in words_of(rest):
            written[word] = (precedence, "comparison" if rest[0] == "opt" else "")
        name = operand[1]
    rows = list(tree.rows("vocabulary/operators.h", "BinaryOperatorRow"))
    known = {row[1]: (int(row[3]), row[4] if row[4] == "comparison" else "") for row in rows}
    yield from compare("precedence", written, known)
    unary = set(words_of(grammar["unary"]))
    yield from compare("unary", unary, {row[1] for row in tree.rows("vocabulary/operators.h", "UnaryOperatorRow")})
    yield from compare("assign", set(words_of(grammar["assign"])), {"=", *(row[2] for row in rows if row[2])})


def token_defects(tree):
    rows = [row[1] for row in tree.rows("syntax/token.h", "TokenRow")]
    words = {row for row in rows if row[0].isalpha()}
    written = re.search(r"`([^`]+)`", tree.rule("lex-6"))[1].split()
    yield from compare("lex-6 and ctx", {*written, "ctx"}, words)
    text = tree.chapter("01-lexical")
    listed = re.search(r"```text\n(.*?)```", text[text.index("**lex-10**"):], re.DOTALL)[1].split()
    yield from compare("lex-10", set(listed), {*rows, ";"} - words)


def number(text):
    return eval(text.replace(",", "").replace("^", "**"))  # pylint: disable=eval-used


def limit_defects(tree):
    limits = {name: eval(re.sub(r"std::int64_t\{(\d+)\}", r"\1", value.replace("'", "")))  # pylint: disable=eval-used
              for name, value in re.findall(r"(\w+) = ([^;]+);", tree.text("lang/vocabulary/limits.h"))}
    for rule, pattern, name in LIMITS:
        found = re.search(re.escape(pattern).replace(r"\#", r"(\d[\d,^]*(?: - 1)?)"), tree.rule(rule))
        yield from compare(f"{rule}, {name}", found and number(found[1]), limits[name])
    written = [int(cells[1]) for _, cells in table(tree.chapter("01-lexical"), "limit")]
    yield from compare("lex-17", written, [limits[name] for name in LIMIT_ROWS])


def bound_defects(tree):
    spelled = {row[0]: row[1] for row in tree.rows("vocabulary/builtins.h", "BuiltinRow")}
    rows = re.findall(r"BoundRow\{Builtin::(\w+), \{([\d, ]+)\}\}", tree.text("lang/vocabulary/bounds.h"))
    known = {spelled[name]: [int(bound) for bound in bounds.split(",")] for name, bounds in rows}
    written = {cells[0].strip("`"): [int(bound) for bound in cells[1:]]
               for _, cells in table(tree.chapter("12-numerics"), "function")}
    yield from compare("num-25", written, known)


def undefined_defects(tree):
    codes = tree.text("lang/diagnostics/codes.def")
    rules = dict(re.findall(r'PHOBOS_CODE\(fault_\w+, (8\d\d), error, "([\w-]+)"', codes))
    for _, cells in table(tree.text("docs/spec/README.md"), "kind"):
        kind, code = cells[0].strip("`"), cells[1][-3:]
        listed = re.findall(r"[a-z]+-\d+", cells[3])
        first, last = listed[0].split("-"), listed[-1].split("-")
        is_listed = rules.get(code) in listed
        if " to " in cells[3]:
            prefix, number_of = rules.get(code, "-0").split("-")
            is_listed = prefix == first[0] and int(first[1]) <= int(number_of) <= int(last[1])
        if not is_listed:
            yield f"undefined behaviour {kind}: {rules.get(code)} is not among {cells[3]}"
        for rule in listed:
            if " to " not in cells[3] and "undefined" not in tree.rule(rule) and rule != "tile-26":
                yield f"undefined behaviour {kind}: {rule} does not say so"


def defects_of(tree):
    for check in (type_defects, attribute_defects, builtin_defects, collective_defects, context_defects, operator_defects,
                  token_defects, limit_defects, bound_defects, undefined_defects):
        yield from check(tree)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(defects_of(Tree(sys.argv[1])))
    print("\n".join(found) if found else "no defect")
    sys.exit(1 if found else 0)
