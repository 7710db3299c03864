# SPDX-License-Identifier: Apache-2.0
"""Plants each defect that spec.py and spec_examples.py look for, and expects exactly it."""
import pathlib
import sys
import tempfile
import unittest

import spec
import spec_examples

TREE = {
    "docs/spec/README.md": "| kind | code |\n|---|---|\n| `out-of-bounds` | PH0801 |\n",
    "docs/spec/02-types.md": "**type-1** One.\n\n| type | bits |\n|---|---|\n| `f16` | 16 |\n\n**type-2** Two (ctx-1).\n",
    "docs/spec/03-kernels.md": "**ctx-1** One.\n\n| attribute | effect |\n|---|---|\n| `launch` | threads |\n",
    "docs/spec/07-builtins.md": "**builtin-1** `prod` exist only as collectives.\n\n"
                                "| builtin | rule text |\n|---|---|\n"
                                "| `max` | **builtin-2** Greater. |\n| `max<over s>` | **builtin-3** Of a scope. |\n"
                                "| `prod<over s>` | **builtin-4** Of a scope. |\n",
    "lang/vocabulary/builtins.h": 'BuiltinRow{Builtin::maximum, "max",\nBuiltinRow{Builtin::prod, "prod",\n'
                                  "CollectiveRow{CollectiveOperator::maximum, Builtin::maximum,\n"
                                  "CollectiveRow{CollectiveOperator::prod, Builtin::prod,\n",
    "lang/vocabulary/attributes.h": 'AttributeRow{Attribute::launch, "launch",\n',
    "lang/vocabulary/scalar_type.h": 'ScalarTypeRow{ScalarType::f16, "f16",\n',
    "lang/diagnostics/codes.def": 'PHOBOS_CODE(fault_out_of_bounds, 801, error, "type-1", "")\n',
}


class SpecTest(unittest.TestCase):
    def defects(self, edits):
        """The defects of the tree after replacing, in each file named, one text by another."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in TREE.items():
                if name in edits:
                    old, new = edits[name]
                    self.assertIn(old, text)
                    text = text.replace(old, new)
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(spec.defects_of(folder))

    def test_the_tree_is_accepted(self):
        self.assertEqual(self.defects({}), [])

    def test_a_gap_in_the_numbers_is_reported(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-2**", "**type-3**")}),
                         ["02-types: type-3 leaves out type-2"])

    def test_a_number_given_twice_is_reported(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-2**", "**type-1**")}),
                         ["02-types: type-1 stands twice"])

    def test_a_rule_of_another_chapter_is_reported(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-2**", "**lex-2**")}),
                         ["02-types: lex-2 leaves out type-2"])

    def test_a_rule_may_stand_anywhere(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-1** One.\n", "**type-3** Three.\n\n**type-1** One.\n")}),
                         [])

    def test_a_citation_of_no_rule_is_reported_in_the_specification_and_in_code(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("ctx-1", "ctx-9")}),
                         ["docs/spec/02-types.md:7: there is no rule ctx-9"])
        self.assertEqual(self.defects({"lang/diagnostics/codes.def": ("type-1", "type-7")}),
                         ["lang/diagnostics/codes.def:1: there is no rule type-7"])

    def test_a_word_with_a_prefix_in_it_is_no_citation(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("ctx-1", "run-4-times, rerun-9")}), [])

    def test_a_builtin_without_a_row_and_a_row_without_a_builtin_are_reported(self):
        self.assertEqual(self.defects({"docs/spec/07-builtins.md": ("| `max` |", "| `min` |")}),
                         ["07-builtins: no row for 'max'",
                          "07-builtins: a row for 'min', which the vocabulary does not have"])
        self.assertEqual(self.defects({"docs/spec/07-builtins.md": ("`max<over s>`", "`min<over s>`")}),
                         ["07-builtins, collectives: no row for 'max'",
                          "07-builtins, collectives: a row for 'min', which the vocabulary does not have"])

    def test_an_attribute_and_a_type_without_a_row_are_reported(self):
        self.assertEqual(self.defects({"docs/spec/03-kernels.md": ("| `launch` | threads |\n", "")}),
                         ["03-kernels: no row for 'launch'"])
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("| `f16` | 16 |\n", "")}),
                         ["02-types: no row for 'f16'"])

    def test_another_code_of_a_fault_is_reported(self):
        defects = self.defects({"docs/spec/README.md": ("PH0801", "PH0802")})
        self.assertEqual(len(defects), 1)
        self.assertIn("'out_of_bounds': 802", defects[0])

    def test_an_unknown_fence_and_an_open_one_are_reported(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-2**", "```c\n```\n**type-2**")}),
                         ["02-types:7: a fence 'c' says nothing"])
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("**type-2** Two", "**type-2** Two\n```ebnf\n")}),
                         ["02-types: a fence is not closed"])

    def test_a_long_line_is_reported_outside_of_tables_and_examples(self):
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("One.", "x" * 120)}),
                         ["02-types:1: 131 columns, more than 120"])
        self.assertEqual(self.defects({"docs/spec/02-types.md": ("| 16 |", f"| {'x' * 120} |")}), [])


class ExamplesTest(unittest.TestCase):
    RULES = {"PH0401": "level-45", "PH0402": "level-46"}

    def judge(self, rule, output, exit_code):
        """The defect found when the checker says `output` and ends with `exit_code`."""
        program = f"import sys; print({output!r}, file=sys.stderr); sys.exit({exit_code})"
        return spec_examples.judge([sys.executable, "-c", program], self.RULES, rule, "kernel k() { }\n")

    def test_the_verdict_that_the_example_names_is_accepted(self):
        self.assertIsNone(self.judge(None, "warning PH0901", 0))
        self.assertIsNone(self.judge("level-45", "error PH0401", 3))

    def test_another_verdict_is_reported(self):
        self.assertIn("exit 3", self.judge(None, "error PH0401", 3))
        self.assertIn("exit 0", self.judge("level-45", "", 0))
        self.assertIn("exit 5", self.judge("level-45", "error PH0401", 5))

    def test_errors_of_another_rule_are_reported(self):
        self.assertIn("not by level-45", self.judge("level-45", "error PH0402", 3))
        self.assertIn("not by level-45", self.judge("level-45", "error PH0401, error PH0402", 3))

    def test_examples_are_found_with_their_rules(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "docs/spec/a.md")
            path.parent.mkdir(parents=True)
            path.write_text("x\n```phobos accept\na\n```\n```phobos reject run-13\nb\n```\n```phobos fragment\nc\n```\n",
                            encoding="utf-8")
            self.assertEqual(list(spec_examples.examples_of(folder)),
                             [("a.md:2", None, "a\n"), ("a.md:5", "run-13", "b\n")])


if __name__ == "__main__":
    unittest.main()
