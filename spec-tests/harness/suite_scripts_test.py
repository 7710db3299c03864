#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that rules.py and index.py notice what they are there for, in small suites."""
import json
import pathlib
import tempfile
import unittest

import index
import rules

SPEC = "**lex-1** One.\n\n**lex-2** Two.\n"
ERRATA = "| id | what | why |\n|---|---|---|\n| `lex-gone` | withdrawn | it was wrong |\n"
SOURCE = "kernel k(O: tensor<i32>[N]) {\n    O[0] = 1\n}\n"
OTHER = "kernel k(O: tensor<i32>[N]) {\n    O[0] = 2\n}\n"


def accepted(name, **members):
    return {"id": name, "language": 1, "rules": ["lex-1", "lex-2"], "kind": "accept", **members}


def rejected(name, **members):
    reject = {"phase": "check", "code": "PH0301", "rule": "lex-1", "line": 2}
    return {"id": name, "language": 1, "rules": ["lex-1", "lex-2"], "kind": "reject", "reject": reject, **members}


class Suites(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("docs/spec/01-lexical.md", SPEC)
        self.write("spec-tests/ERRATA.md", ERRATA)
        self.write(rules.UNBREAKABLE, "")
        self.addCleanup(setattr, rules, "ONE_SIDED", rules.ONE_SIDED)
        self.one_sided()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def one_sided(self, *listed):
        rules.ONE_SIDED = dict.fromkeys(listed, "a reason")

    def case(self, name, members, source=SOURCE):
        self.write(f"spec-tests/01-lexical/{name}.json", json.dumps(members))
        self.write(f"spec-tests/01-lexical/{name}.ph", source)

    def pair(self, source=OTHER, **members):
        self.case("good", accepted("good", twin="bad"))
        self.case("bad", rejected("bad", twin="good", **members), source)

    def found(self):
        return list(rules.defects_of(self.root))

    def test_a_pair_near_by_is_right(self):
        self.pair()
        self.assertEqual(self.found(), [])

    def test_rules_without_cases_and_unknown_rules(self):
        self.one_sided("lex-1")
        self.case("good", accepted("good") | {"rules": ["lex-1", "lex-9"]})
        self.assertEqual(self.found(), ["good: there is no rule lex-9", "lex-2: no case cites it"])

    def test_two_cases_of_one_claim(self):
        self.pair()
        self.case("one", accepted("one", note="as it was"), SOURCE + "\n")
        self.assertEqual(self.found(), [])
        self.case("two", accepted("two", features=["tiles"]), SOURCE + "\n")
        self.assertEqual(self.found(), ["two: says of the same source what one says"])
        self.case("two", accepted("two", lanes=[32]), SOURCE + "\n")
        self.assertEqual(self.found(), [])

    def test_a_builtin_that_is_cited_and_not_called(self):
        rows = "| `abs` | `T` | `T` | **builtin-1** One. |\n| `min` | `T, T` | `T` | **builtin-2** Two. |\n"
        self.write("docs/spec/02-builtins.md", rows)
        rules_of_case = ["lex-1", "lex-2", "builtin-1", "builtin-2"]
        self.one_sided(*rules_of_case)
        self.case("good", accepted("good") | {"rules": rules_of_case}, SOURCE.replace("1", "abs(1)"))
        self.assertEqual(self.found(), ["good: cites builtin-2 without a `min`"])

    def test_rules_that_are_listed_as_unbreakable(self):
        self.write(rules.UNBREAKABLE, 'Unbreakable{"lex-2", "a "\n  "reason"},\nUnbreakable{"lex-7", "another"},\n')
        self.assertEqual(rules.unbreakable_of(self.root), {"lex-2": "a reason", "lex-7": "another"})
        self.pair()
        self.assertEqual(self.found(), ["lex-2: listed as unbreakable, but cited",
                                        "lex-7: listed as unbreakable, but not a normative rule"])
        self.one_sided("lex-2")
        self.assertIn("lex-2: listed as unbreakable and as one-sided", self.found())

    def test_rules_that_only_one_side_shows(self):
        self.case("good", accepted("good"))
        without = "no negative case cites it, and one_sided.py gives no reason"
        self.assertEqual(self.found(), [f"lex-1: {without}", f"lex-2: {without}"])
        self.one_sided("lex-1", "lex-2", "lex-7")
        self.assertEqual(self.found(), ["lex-7: listed as one-sided, but not a normative rule"])
        self.pair()
        self.one_sided("lex-1")
        self.assertEqual(self.found(), ["lex-1: listed in one_sided.py, but a negative case cites it"])

    def test_an_informative_rule_needs_no_case(self):
        self.write("docs/spec/01-lexical.md", SPEC + "\n**lex-3** *(informative)* Three.\n")
        self.pair()
        self.assertEqual(self.found(), [])

    def test_a_rejection_without_twin(self):
        self.case("bad", rejected("bad"))
        self.assertEqual(self.found(), ["bad: has no twin that is accepted", "lex-1: no positive case cites it",
                                        "lex-2: no positive case cites it"])

    def test_a_rejection_whose_rule_is_not_cited(self):
        self.pair(rules=["lex-2"])
        self.one_sided("lex-1")
        self.assertEqual(self.found(), ["bad: the rule that rejects it, lex-1, is not among its rules"])

    def test_features_that_a_case_needs(self):
        source = "kernel k(X: tensor<f16>[N]) { // f64\n    barrier()\n}\n"
        self.one_sided("lex-1", "lex-2")
        self.case("good", accepted("good", features=["f16"]), source)
        self.assertEqual(self.found(), ["good: does not say that it needs barrier"])

    def test_a_twin_far_away(self):
        self.pair(source=OTHER.replace("{\n", "{\n" + "    O[1] = 2 + 3\n" * 3))
        self.assertEqual(self.found(), ["bad: 25 tokens are not as in its twin good"])

    def test_a_twin_with_nothing_other(self):
        self.pair(source=SOURCE)
        self.assertEqual(self.found(), ["bad: nothing is other than in its twin good"])

    def test_a_twin_that_is_rejected_too(self):
        self.case("good", rejected("good", twin="bad"))
        self.case("bad", rejected("bad", twin="good"), OTHER)
        self.assertEqual(self.found()[:2], ["bad: its twin good is no accepted case",
                                            "good: its twin bad is no accepted case"])

    def test_a_withdrawn_id_that_comes_back(self):
        self.one_sided("lex-1", "lex-2")
        self.case("gone", accepted("lex-gone"))
        self.assertEqual(self.found(), ["lex-gone: is withdrawn and is the id of a case again"])

    def test_an_index_is_fresh_until_a_file_changes(self):
        self.pair()
        listed = index.text_of(self.root)
        self.assertEqual(index.ids_of(listed), {"good", "bad"})
        self.assertEqual(list(index.defects_of(self.root, listed, index.text_of(self.root))), [])
        self.case("good", accepted("good", twin="bad"), OTHER)
        found = list(index.defects_of(self.root, listed, index.text_of(self.root)))
        self.assertEqual(len(found), 1)
        self.assertIn(index.REFRESH, found[0])

    def test_an_id_that_vanishes_from_the_index(self):
        self.pair()
        self.case("gone", accepted("lex-gone"))
        listed = index.text_of(self.root)
        for name in ("bad", "gone"):
            (self.root / f"spec-tests/01-lexical/{name}.json").unlink()
        found = list(index.defects_of(self.root, listed, index.text_of(self.root)))
        self.assertEqual(len(found), 2)
        self.assertIn("'bad' has no case any more", found[0])


class OneSided(unittest.TestCase):
    def test_the_rules_that_only_one_side_shows_are_not_more(self):
        # A rule more needs a reason that this number is raised for.
        self.assertLessEqual(len(rules.one_sided.REASONS), 91)


if __name__ == "__main__":
    unittest.main()
