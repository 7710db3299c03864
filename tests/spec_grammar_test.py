# SPDX-License-Identifier: Apache-2.0
"""Tests the reader, the recogniser and the generator of EBNF, and that spec_grammar.py sees a parser that errs."""
import pathlib
import random
import sys
import tempfile
import unittest

import ebnf
import spec_grammar

ROOT = pathlib.Path(__file__).parent.parent
LIST = 'list = "[" [ item { "," item } ] "]" ; item = list | digit - "0" ; digit = "0" .. "9" ; (* no zero *)'
FAKE_PARSER = """import json, sys
paths = sys.argv[sys.argv.index("--lanes") + 2:]
codes = [{"file": path, "code": "CODE"} for path in paths if IS_REPORTED]
print(json.dumps({"diagnostics": codes}))
"""


def accepts(text, symbols, start="list"):
    grammar, _ = ebnf.read([text])
    return ebnf.Recogniser(grammar, spec_grammar.Lexical.character_length).accepts(start, symbols)


class GrammarTest(unittest.TestCase):
    def test_a_sentence_is_told_from_what_is_none(self):
        for sentence in ("[]", "[1]", "[1,2]", "[[],[3,[4]]]"):
            self.assertTrue(accepts(LIST, sentence), sentence)
        for other in ("", "[", "[1,]", "[,1]", "[12]", "[0]", "[1]]", "1", "[a]"):
            self.assertFalse(accepts(LIST, other), other)

    def test_every_way_is_followed(self):
        self.assertTrue(accepts('list = { "a" } "a" "b" | { "a" } "c" ;', "aaab"))
        self.assertTrue(accepts('list = { "a" } "a" "b" | { "a" } "c" ;', "aac"))
        self.assertFalse(accepts('list = { [ "a" ] } "b" ;', "aac"))

    def test_generated_sentences_are_recognised_and_take_every_choice(self):
        grammar, _ = ebnf.read([LIST.replace('digit - "0"', "digit")])
        write = lambda node, rng: node[1] if node[0] == "word" else chr(rng.randint(ord(node[1]), ord(node[2])))
        generator = ebnf.Generator(grammar, write, random.Random(1))
        recogniser = ebnf.Recogniser(grammar, spec_grammar.Lexical.character_length)
        sentences = {"".join(generator.sentence("list", 100)) for _ in range(100)}
        self.assertGreater(len(sentences), 10)
        self.assertTrue(all(recogniser.accepts("list", sentence) for sentence in sentences))
        self.assertEqual({choice for node in grammar.values() for choice in ebnf.choices_of(node)} - generator.chosen,
                         set())

    def test_names_without_production_or_use_are_reported(self):
        grammar, defects = ebnf.read(['a = b { c } ; b = "x" ;', "b = a ; d = d2 ;"])
        self.assertEqual(defects, ["'b' is defined twice"])
        self.assertEqual(list(ebnf.closure_defects(grammar, ["a"])),
                         ["'a' uses 'c', which is not defined", "'d' uses 'd2', which is not defined",
                          "'d' is not used"])

    def test_a_production_that_begins_with_itself_is_reported(self):
        grammar, _ = ebnf.read(['a = [ "x" ] b ; b = { c } ; c = a | "y" ; d = "x" d ;'])
        self.assertEqual(list(ebnf.left_recursions(grammar)),
                         [f"'{name}' can begin with itself" for name in ("a", "b", "c")])

    def test_what_is_no_grammar_is_refused(self):
        for text in ("a = ;", 'a = "x"', 'a = ( "x" ;', 'a "x" ;', "a = | b ;", "a = [ b ) ;", "a = % ;"):
            with self.assertRaises(ebnf.GrammarError, msg=text):
                ebnf.read([text])


class LanguageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.setrecursionlimit(20_000)
        cls.language = spec_grammar.Language(ROOT)

    def test_line_breaks_end_statements_where_the_rules_say(self):
        for body in ("let a = b +\n c", "f(\n)", "a[0,\n 1] = 2", "return\n", "f(); g()", ";;f()",
                     "if a {\n}\nelse_ = 1",
                     "let x = 1 // {\n", "if a &&\n b { }", "(f(1))"):
            self.assertTrue(self.language.accepts(f"fn f() {{{body}}}"), body)
        for body in ("let a = b\n + c", "f\n()", "f() g()", "f(;)", "if a\n{ }", "if a { } else\n{ }",
                     "if a { }\nelse { }",
                     "let x: = 1", "a = 1 = 2", "x", "1 < 2 < 3", "let x = 01", "let x = 1e", "let x = 1..2",
                     "let x = 18446744073709551616", "let \u00e9 = 1", "a[]", "f(1,)", "let x = ctx.block"):
            self.assertFalse(self.language.accepts(f"fn f() {{{body}}}"), body)
        self.assertTrue(self.language.accepts("\ufeff@pipeline(a, [b\n{ c }])\r\nkernel k() { }"))
        self.assertFalse(self.language.accepts("@pipeline(a,\n@ b) kernel k() { }"))
        self.assertFalse(self.language.accepts("// \x07\nkernel k() { }"))

    def defects(self, code, is_reported):
        with tempfile.TemporaryDirectory() as folder:
            parser = pathlib.Path(folder, "parser.py")
            parser.write_text(FAKE_PARSER.replace("CODE", code).replace("IS_REPORTED", is_reported), encoding="utf-8")
            return list(spec_grammar.defects_of(ROOT, [sys.executable, str(parser)], 25))

    def test_a_parser_that_takes_or_refuses_everything_is_seen(self):
        self.assertTrue(any("rejected by the grammar, not by the parser" in d for d in self.defects("PH0301", "True")))
        self.assertTrue(any("accepted by the grammar, not by the parser" in d for d in self.defects("PH0203", "True")))

    def test_a_text_that_passes_a_limit_is_seen(self):
        self.assertTrue(any("larger than the parser takes" in d for d in self.defects("PH0601", "True")))


if __name__ == "__main__":
    unittest.main()
