# SPDX-License-Identifier: Apache-2.0
"""Plants each defect that repository.py looks for in a small tree, and expects exactly it."""
import pathlib
import tempfile
import unittest

import repository

SPDX = "// " + repository.SPDX + "\n"


class RepositoryTest(unittest.TestCase):
    def defects(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"lang/base/ids.h": SPDX, **files}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(repository.defects_of(folder))

    def test_an_allowed_arrow_is_accepted(self):
        self.assertEqual(self.defects({"lang/source/a.h": SPDX + '#include "lang/base/ids.h"\n'}), [])

    def test_an_arrow_against_the_table_is_reported(self):
        files = {"lang/syntax/tree.h": SPDX, "lang/base/a.cpp": SPDX + '#include "lang/syntax/tree.h"\n'}
        self.assertEqual(self.defects(files), ["lang/base/a.cpp:2: lang/base must not include lang/syntax"])

    def test_the_evaluator_must_not_see_the_checker(self):
        files = {"lang/check/check.h": SPDX, "interp/plain/a.cpp": SPDX + '  #  include "lang/check/check.h"\n'}
        self.assertEqual(self.defects(files), ["interp/plain/a.cpp:2: interp/plain must not include lang/check"])

    def test_its_unit_tests_may(self):
        includes = SPDX + '#include "lang/check/check.h"\n'
        files = {"lang/check/check.h": SPDX, "interp/plain/a_test.cpp": includes, "interp/plain/test_support.h": includes}
        self.assertEqual(self.defects(files), [])

    def test_an_include_that_is_not_rooted_is_reported(self):
        defects = self.defects({"lang/base/a.cpp": SPDX + '#include "ids.h"\n'})
        self.assertEqual(len(defects), 1)
        self.assertIn("lang/base/a.cpp:2: 'ids.h' is no file", defects[0])

    def test_a_folder_without_a_row_is_reported(self):
        defects = self.defects({"lang/new/a.h": SPDX})
        self.assertEqual(len(defects), 1)
        self.assertIn("'lang/new' is not in the table", defects[0])

    def test_a_missing_licence_line_is_reported(self):
        for name in ("lang/base/a.h", "lang/base/a.def", "cmake/A.cmake", "lang/CMakeLists.txt", "tests/a.py"):
            with self.subTest(name):
                defects = self.defects({name: "\n\n" + SPDX})
                self.assertEqual(len(defects), 1)
                self.assertIn(f"{name}: no line", defects[0])

    def test_a_file_of_601_lines_is_reported_and_one_of_600_is_not(self):
        self.assertEqual(self.defects({"lang/base/a.h": SPDX + "\n" * 599}), [])
        defects = self.defects({"lang/base/a.h": SPDX + "\n" * 600})
        self.assertEqual(defects, ["lang/base/a.h: 601 lines, more than 600"])

    def test_what_is_read_precompiled_is_included_all_the_same(self):
        needs = SPDX + "std::vector<int> numbers;\n"
        self.assertEqual(self.defects({"lang/base/a.cpp": needs}), ["lang/base/a.cpp: does not include <vector>"])
        self.assertEqual(self.defects({"lang/base/a.cpp": needs + "#include <vector>\n"}), [])
        through = {"lang/base/a.h": SPDX + "#include <vector>\n", "lang/base/a.cpp": needs + '#include "lang/base/a.h"\n'}
        self.assertEqual(self.defects(through), [])

    def test_a_heavy_header_has_one_includer(self):
        for include in ("<CLI/CLI.hpp>", "<nlohmann/json.hpp>", "<rapidcheck.h>", "<rapidcheck/gtest.h>"):
            with self.subTest(include):
                one = {"lang/base/a.h": SPDX + f"#include {include}\n"}
                self.assertEqual(self.defects(one), [])
                defects = self.defects({**one, "lang/source/b.cpp": SPDX + f"#include {include}\n"})
                self.assertEqual(len(defects), 1)
                self.assertIn("lang/base/a.h, lang/source/b.cpp: only one header may", defects[0])

    def test_every_arrow_leads_to_a_folder_of_the_table(self):
        for table in (repository.ARROWS, repository.TEST_ARROWS):
            for folder, targets in table.items():
                self.assertIn(folder, repository.ARROWS)
                for target in targets:
                    self.assertIn(target, repository.ARROWS)

    def test_the_arrows_have_no_cycle(self):
        def reachable(folder):
            return {folder}.union(*(reachable(target) for target in repository.ARROWS[folder]))

        for folder, targets in repository.ARROWS.items():
            for target in targets:
                self.assertNotIn(folder, reachable(target), f"{folder} and {target} include each other")


if __name__ == "__main__":
    unittest.main()
