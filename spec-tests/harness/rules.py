#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the suite to the specification: which rules have cases, whether every rejection has a twin near by, and whether
cases name the features they need.

usage: rules.py ROOT             prints one line for each defect; exit 1 if there is one
       rules.py --report ROOT    prints how many cases of which kinds cite each rule, and what may be missing
"""
import collections
import difflib
import json
import re
import sys

import catalogue

# Rules that no case can show to be kept or broken, and why.
NOT_TESTABLE = {
    "lex-19": "how grammars are written",
    "builtin-78": "says where the meaning of rows stands",
    "level-3": "defines what an instance is, in whose terms other rules are written",
    "level-52": "about messages, informative",
    "coll-33": "a freedom: the order of atomics is unspecified",
    "exec-11": "promises nothing",
    "exec-16": "informative, about one engine",
    "exec-31": "says that the list of undefined behaviour is closed",
    "exec-34": "which of several faults is reported is not specified, and a case has one",
    "exec-36": "limits of the engine have no meaning in the language",
    "exec-37": "a case that never ends has no outcome",
    "num-26": "informative, about one project's engines",
    "num-31": "informative, names for what a program tells of results",
}
SHARED = r"\bvar\s+\w+\s*:\s*tile<\w+>\[[^\]=]*\]\s*$"
# What in a source, without its comments, needs a feature. A shared buffer alone needs no tiles.
FEATURES = {
    "f16": r"\b(f16|f16bits)\b",
    "bf16": r"\bbf16\b",
    "f64": r"\bf64\b",
    "i64": r"\b(i64|ballot)\b",
    "collectives": r"<\s*over\b",
    "shuffles": r"\bshuffle(_\w+)?\s*\(",
    "ballot": r"\bballot\s*\(",
    "atomics": r"\batomic_\w+\s*\(",
    "runs": r"\b(elem|word|store|sum)\s*\(",
    "functions": r"^\s*fn\b",
    "shared": SHARED,
    "tiles": r"\btile<|\[[^\[\]]*:(?!\+)[^\[\]]*\]|\b(dot|dot_t|rowsum|iota|flat)\s*\(",
    "barrier": r"\b(warp_)?barrier\s*\(",
    "grid-barrier": r"\bgrid_barrier\s*\(",
    "autotune": r"@autotune\b",
    "tensorcore": r"@tensorcore\b",
    "transcendentals": r"\b(exp|log|tanh|sin|cos|pow|rsqrt)\s*\(",
}
FAULT_FEATURES = {"race": "races", "uninitialised": "uninitialised"}
NEGATIVE = ("reject", "fault")
# How far a twin may be: tokens that differ, or else lines.
MAX_TOKENS = 12
MAX_LINES = 2
TOKEN = re.compile(r"\w+|[^\w\s]")
BUILTIN = re.compile(r"^\| `(\w+)[^`]*`.*\*\*(builtin-\d+)\*\*", re.MULTILINE)
# What two cases may say otherwise without being two claims.
BESIDE_THE_CLAIM = ("id", "note", "rules", "features", "oracle", "source", "kernel")
NAME = re.compile(r"(?<=\bkernel )\w+")


def text_of(case):
    """A case's source without its kernel's name."""
    return NAME.sub("_", case.source.read_bytes().decode("utf-8", "replace"))


def features_of(case):
    """The features that a case's source and its fault need."""
    text = re.sub("//.*", "", text_of(case))
    found = {feature for feature, pattern in FEATURES.items() if re.search(pattern, text, re.MULTILINE)}
    if not re.search(FEATURES["tiles"], re.sub(SHARED, "", text, flags=re.MULTILINE), re.MULTILINE):
        found.discard("tiles")
    fault = FAULT_FEATURES.get(case.fault["kind"]) if case.fault else None
    return found | {fault} if fault else found


def builtins_of(root):
    """The names of builtins by the rules of their rows."""
    texts = (path.read_text(encoding="utf-8") for path in catalogue.chapters_of(root))
    return {rule: name for text in texts for name, rule in BUILTIN.findall(text)}


def citation_defects(case, twin, rules, builtins):
    source = text_of(case) + (text_of(twin) if twin else "")
    for rule in case.rules:
        if rule not in rules:
            yield f"{case.id}: there is no rule {rule}"
        elif rule in builtins and not re.search(rf"\b{builtins[rule]}\s*[(<)]", source):
            yield f"{case.id}: cites {rule} without a `{builtins[rule]}`"


def changed(before, after):
    """How many of two lists' entries differ."""
    steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for step, a, b, c, d in steps if step != "equal")


def twin_defects(case, twin):
    if twin.kind in NEGATIVE:
        yield f"{case.id}: its twin {twin.id} is no accepted case"
    before, after = text_of(case), text_of(twin)
    tokens = changed(TOKEN.findall(before), TOKEN.findall(after))
    if tokens > MAX_TOKENS and changed(before.splitlines(), after.splitlines()) > MAX_LINES:
        yield f"{case.id}: {tokens} tokens are not as in its twin {twin.id}"
    what_else = [(c.launches, c.set, c.lanes, c.kernel) for c in (case, twin)]
    if before == after and what_else[0] == what_else[1]:
        yield f"{case.id}: nothing is other than in its twin {twin.id}"


def duplicate_defects(cases):
    """Cases that make one claim of one source. Accepted twins of several cases may have one text."""
    first = {}
    for case in cases:
        if case.twin is None:
            claim = {name: value for name, value in case.members.items() if name not in BESIDE_THE_CLAIM}
            earlier = first.setdefault((text_of(case), json.dumps(claim, sort_keys=True)), case.id)
            if earlier != case.id:
                yield f"{case.id}: says of the same source what {earlier} says"


def defects_of(root):
    rules = catalogue.rules_of(root)
    builtins = builtins_of(root)
    cases = list(catalogue.cases_of(root))
    by_id = {case.id: case for case in cases}
    cited = {rule for case in cases for rule in case.rules}
    for case in cases:
        yield from citation_defects(case, by_id.get(case.twin), rules, builtins)
        if case.kind == "reject" and case.reject["rule"] not in case.rules:
            yield f"{case.id}: the rule that rejects it, {case.reject['rule']}, is not among its rules"
        missing = features_of(case) - set(case.features or [])
        if missing:
            yield f"{case.id}: does not say that it needs {', '.join(sorted(missing))}"
        if case.twin is None:
            if case.kind in NEGATIVE:
                yield f"{case.id}: has no twin that is accepted"
        elif case.kind in NEGATIVE and case.twin in by_id:
            yield from twin_defects(case, by_id[case.twin])
    yield from duplicate_defects(cases)
    for rule in rules:
        if rule not in cited and rule not in NOT_TESTABLE:
            yield f"{rule}: no case cites it"
    for rule in NOT_TESTABLE:
        if rule in cited or rule not in rules:
            yield f"{rule}: listed as not testable, but " + ("cited" if rule in cited else "not a rule")
    for gone in sorted(catalogue.withdrawn_of(root) & set(by_id)):
        yield f"{gone}: is withdrawn and is the id of a case again"


def report(root):
    kinds = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    for case in catalogue.cases_of(root):
        total[case.kind] += 1
        for rule in case.rules:
            kinds[rule][case.kind] += 1
    print(f"{sum(total.values())} cases: " + ", ".join(f"{count} {kind}" for kind, count in sorted(total.items())))
    for rule in catalogue.rules_of(root):
        found = kinds[rule]
        negative = sum(found[kind] for kind in NEGATIVE)
        positive = sum(found.values()) - negative
        note = NOT_TESTABLE.get(rule) or ("" if positive and negative else "positive only" if positive else
                                          "negative only" if negative else "no case")
        print(f"{rule:12} {positive:4} positive {negative:4} negative  {note}".rstrip())


def main(words):
    if len(words) == 2 and words[0] == "--report":
        report(words[1])
        return 0
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit(__doc__)
    found = list(defects_of(words[0]))
    print("\n".join(found) if found else "every rule has its cases")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
