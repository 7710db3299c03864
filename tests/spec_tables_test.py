# SPDX-License-Identifier: Apache-2.0
"""Plants a wrong cell or word in each table and list that spec_tables.py compares, and expects exactly that defect."""
import pathlib
import unittest

import spec_tables

ROOT = pathlib.Path(__file__).parent.parent
SPEC = "docs/spec/"
# File, what stands there, what is planted, beginning of the one defect.
PLANTED = [
    (SPEC + "02-types.md", "| `i8` | signed integer, two's complement | 8 | 1 |", "| `i8` | unsigned integer | 8 | 1 |", "type-1:"),
    (SPEC + "02-types.md", "| 16 | 2 |\n| `bf16`", "| 16 | 4 |\n| `bf16`", "type-1:"),
    (SPEC + "02-types.md", '"i8" | "u8"', '"u8" | "i8"', "scalar_type:"),
    (SPEC + "02-types.md", "the *integers* `i8`, `u8`, `i32`", "the *integers* `i8`, `i32`", "type-2, integers:"),
    (SPEC + "03-kernels.md", "| `aligned` | `DIM = n` |", "| `aligned` | anything |", "ctx-12, aligned:"),
    (SPEC + "03-kernels.md", "| `swizzle` | anything | speed only |", "| `swizzle` | anything | much |", "ctx-12, swizzle:"),
    (SPEC + "03-kernels.md", '"@" "assert_coalesced"', '"@" "coalesced"', "attribute:"),
    (SPEC + "03-kernels.md", 'IDENTIFIER - ( "launch" |', 'IDENTIFIER - (', "other:"),
    (SPEC + "03-kernels.md", "| `ctx.warps` |", "| `ctx.wraps` |", "ctx-31:"),
    (SPEC + "03-kernels.md", "below 2^31.", "below 2^30.", "ctx-7,"),
    (SPEC + "03-kernels.md", "10,000 calls", "1,000 calls", "ctx-30,"),
    (SPEC + "05-expressions.md", 'sum { ( "<<" | ">>" ) sum }', 'sum { "<<" sum }', "precedence:"),
    (SPEC + "05-expressions.md", 'relation [ ( "==" | "!=" ) relation ]', 'relation { ( "==" | "!=" ) relation }', "precedence:"),
    (SPEC + "05-expressions.md", '"-" | "!" | "~"', '"-" | "!"', "unary:"),
    (SPEC + "05-expressions.md", '"lanes"\n', '"ranks"\n', "context:"),
    (SPEC + "04-statements.md", '"%=" | "&="', '"&="', "assign:"),
    (SPEC + "01-lexical.md", "`kernel fn let", "`kernel fun let", "lex-6"),
    (SPEC + "01-lexical.md", ":+  .  ->  @", ":+  .  @", "lex-10"),
    (SPEC + "01-lexical.md", "| blocks around a statement | 64 |", "| blocks around a statement | 65 |", "lex-17:"),
    (SPEC + "06-subscripts-and-runs.md", "from 1 to 64.", "from 1 to 32.", "run-14,"),
    (SPEC + "07-builtins.md", "| `fma` | `T, T, T`;", "| `fma` | `T, T`;", "fma:"),
    (SPEC + "07-builtins.md", "| `sin` | `T`; T a float", "| `sin` | `T`; T a number", "sin:"),
    (SPEC + "07-builtins.md", "| `clz` | `T`; T an integer | `i32` |", "| `clz` | `T`; T an integer | `T` |", "clz:"),
    (SPEC + "07-builtins.md", "| `atomic_cas` | `X, i.., T, T`;", "| `atomic_cas` | `X, i.., T`;", "atomic_cas, arguments:"),
    (SPEC + "07-builtins.md", "| `ballot` | `bool` |", "| `ballot` | `bool`, an integer |", "ballot, arguments:"),
    (SPEC + "07-builtins.md", "## Queries\n", "## Runs\n", "extent, table:"),
    (SPEC + "07-builtins.md", "| `and<over s>` | `T`; T an integer or `bool` |", "| `and<over s>` | `T`; T a number |", "collectives:"),
    (SPEC + "08-uniformity.md", "**level-10** `ctx.warp`", "**level-10** `ctx.block`", "level-10:"),
    (SPEC + "09-collectives.md", "**coll-2** `sum`, `prod`,", "**coll-2** `sum`,", "coll-2:"),
    (SPEC + "12-numerics.md", "| `pow` | 1 | 1 | 4 | 2 |", "| `pow` | 1 | 1 | 3 | 2 |", "num-25:"),
    (SPEC + "README.md", "| run-24, run-27 |", "| run-22, run-27 |", "undefined behaviour index:"),
    ("lang/vocabulary/limits.h", "threads = 1024;", "threads = 512;", "ctx-14,"),
]


class TablesTest(unittest.TestCase):
    def defects(self, path="", old="", new=""):
        if not path:
            return list(spec_tables.defects_of(spec_tables.Tree(ROOT)))
        text = (ROOT / path).read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, f"{path}: {old}")
        return list(spec_tables.defects_of(spec_tables.Tree(ROOT, {path: text.replace(old, new)})))

    def test_the_tables_agree_with_the_code(self):
        self.assertEqual(self.defects(), [])

    def test_each_planted_defect_is_reported(self):
        for path, old, new, expected in PLANTED:
            with self.subTest(planted=new):
                found = self.defects(path, old, new)
                self.assertTrue(found and any(defect.startswith(expected) for defect in found), found)


if __name__ == "__main__":
    unittest.main()
