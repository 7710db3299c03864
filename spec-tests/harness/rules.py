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
import pathlib
import re
import sys

import catalogue
import one_sided

# The normative rules that no case can show to be kept or broken, each with the reason, for this script and for
# phobos-conform coverage.
UNBREAKABLE = "tools/mutants/unbreakable.h"
UNBREAKABLE_ROW = re.compile(r'Unbreakable\{\s*"([a-z]+-\d+)",((?:\s*"[^"]*")+)\s*\}')
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
ONE_SIDED = one_sided.REASONS
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


def unbreakable_of(root):
    """The reasons by rule."""
    text = pathlib.Path(root, UNBREAKABLE).read_text(encoding="utf-8")
    return {rule: "".join(re.findall('"([^"]*)"', why)) for rule, why in UNBREAKABLE_ROW.findall(text)}


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


def sides_of(cases):
    """By rule, how many positive and negative cases cite it."""
    sides = collections.defaultdict(lambda: [0, 0])
    for case in cases:
        for rule in case.rules:
            sides[rule][case.kind in NEGATIVE] += 1
    return sides


def side_defects(cases, normative, unbreakable):
    """Every rule has a positive and a negative case, but those that are listed with the reason."""
    sides = sides_of(cases)
    for rule in normative:
        positive, negative = sides[rule]
        if rule in unbreakable:
            if positive or negative:
                yield f"{rule}: listed as unbreakable, but cited"
        elif not positive and not negative:
            yield f"{rule}: no case cites it"
        elif not positive:
            yield f"{rule}: no positive case cites it"
        elif not negative and rule not in ONE_SIDED:
            yield f"{rule}: no negative case cites it, and one_sided.py gives no reason"
        elif negative and rule in ONE_SIDED:
            yield f"{rule}: listed in one_sided.py, but a negative case cites it"
    for name, listed in (("unbreakable", unbreakable), ("one-sided", ONE_SIDED)):
        for rule in listed:
            if rule not in normative:
                yield f"{rule}: listed as {name}, but not a normative rule"
    for rule in unbreakable.keys() & ONE_SIDED.keys():
        yield f"{rule}: listed as unbreakable and as one-sided"


def defects_of(root):
    rules = catalogue.rules_of(root)
    normative = [rule for rule in rules if rule not in catalogue.informative_of(root)]
    builtins = builtins_of(root)
    cases = list(catalogue.cases_of(root))
    by_id = {case.id: case for case in cases}
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
    yield from side_defects(cases, normative, unbreakable_of(root))
    for gone in sorted(catalogue.withdrawn_of(root) & set(by_id)):
        yield f"{gone}: is withdrawn and is the id of a case again"


def report(root):
    cases = list(catalogue.cases_of(root))
    total = collections.Counter(case.kind for case in cases)
    sides = sides_of(cases)
    informative, unbreakable = catalogue.informative_of(root), unbreakable_of(root)
    print(f"{sum(total.values())} cases: " + ", ".join(f"{count} {kind}" for kind, count in sorted(total.items())))
    for rule in catalogue.rules_of(root):
        positive, negative = sides[rule]
        note = unbreakable.get(rule) or ONE_SIDED.get(rule) or ("informative" if rule in informative else "")
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
