#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one defect at a time in a small tree and sees that coverage.py reports it and nothing else."""
import pathlib
import tempfile
import unittest

import coverage

TABLE = """
// PHOBOS_CODE(name, number, severity, rule, summary)
PHOBOS_CODE(bad_letter, 101, error, "lex-1",
            "a letter is " "bad | <worse>")
PHOBOS_CODE(odd_letter, 901, warning, "", "a letter is odd // now")
"""
SOURCE = "return Code::bad_letter; // Code::commented\nreturn Code::odd_letter;\n"


class CoverageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("lang/diagnostics/codes.def", TABLE)
        self.write("docs/spec/01-lexical.md", "**lex-1** Letters are good.\n")
        self.write("docs/diagnostics.md", "# Diagnostics\n\n" + coverage.BEGIN)
        self.write("lang/syntax/lexer.cpp", SOURCE)
        self.write("lang/syntax/lexer_test.cpp", "EXPECT_EQ(found, Code::bad_letter);\n")
        self.write("spec-tests/01-lexical/odd.json", '{"code": "PH0901"}\n')
        self.update()

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def update(self):
        rows = coverage.rows_of((self.root / coverage.TABLE).read_text(encoding="utf-8"))
        coverage.update_document(self.root, rows, coverage.rules_of(self.root))

    def expect(self, *fragments):
        found = list(coverage.defects_of(self.root))
        self.assertEqual(len(found), len(fragments), found)
        for defect, fragment in zip(found, fragments):
            self.assertIn(fragment, defect)

    def change_table(self, old, new):
        self.write("lang/diagnostics/codes.def", TABLE.replace(old, new))
        self.update()

    def test_a_whole_tree_has_no_defect(self):
        self.expect()

    def test_the_table_links_rules_and_escapes_summaries(self):
        text = (self.root / "docs/diagnostics.md").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("# Diagnostics\n"))
        self.assertIn(
            "| PH0101 | `bad_letter` | error | a letter is bad \\| &lt;worse> | [lex-1](spec/01-lexical.md) |\n", text
        )

    def test_a_stale_document_is_found(self):
        self.write("lang/diagnostics/codes.def", TABLE.replace("is odd // now", "is strange"))
        self.expect("docs/diagnostics.md: not what")

    def test_a_document_without_a_table_is_found(self):
        self.write("docs/diagnostics.md", "# Diagnostics\n")
        self.expect("docs/diagnostics.md: the line")

    def test_a_code_that_no_source_emits_is_found(self):
        self.write("lang/syntax/lexer.cpp", SOURCE.replace("return Code::odd_letter", "return {}"))
        self.expect("odd_letter: no source emits it")

    def test_a_mention_in_a_comment_or_test_emits_nothing(self):
        self.write("lang/syntax/lexer.cpp", "// Code::bad_letter\nreturn Code::odd_letter;\n")
        self.expect("bad_letter: no source emits it")

    def test_a_code_that_no_test_expects_is_found(self):
        self.write("spec-tests/01-lexical/odd.json", "{}\n")
        self.expect("odd_letter: no test expects it")
        self.write("spec-tests/01-lexical/odd.json", '{"code": "odd_letter"}\n')
        self.expect()

    def test_the_tests_of_the_table_itself_expect_nothing(self):
        self.write("spec-tests/01-lexical/odd.json", "{}\n")
        self.write("lang/diagnostics/list_test.cpp", "Code::odd_letter\n")
        self.expect("odd_letter: no test expects it")

    def test_an_unknown_rule_is_found(self):
        self.change_table('"lex-1"', '"lex-2"')
        self.expect("docs/spec has no rule lex-2")

    def test_a_number_out_of_order_is_found(self):
        self.change_table("901", "101")
        self.expect("numbers ascend", "errors stand in", "no test expects it")

    def test_a_severity_in_the_wrong_section_is_found(self):
        self.change_table("901", "801")
        self.expect("errors stand in 01xx to 08xx", "no test expects it")

    def test_a_full_stop_is_found(self):
        self.change_table("is odd // now", "is odd.")
        self.expect("without a full stop")

    def test_a_row_without_the_form_of_a_row_is_an_error(self):
        with self.assertRaises(ValueError):
            coverage.rows_of('PHOBOS_CODE(a, 1, error, "r")')


if __name__ == "__main__":
    unittest.main()
