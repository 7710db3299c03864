# SPDX-License-Identifier: Apache-2.0
import pathlib
import unittest

import coverage


class CoverageTest(unittest.TestCase):
    LCOV = ["SF:/r/lang/syntax/a.cpp\n", "DA:1,0\n", "DA:2,5\n", "end_of_record\n",
            "SF:/r/lang/check/b.cpp\n", "DA:1,1\n", "end_of_record\n",
            "SF:/r/lang/syntax/a.cpp\n", "DA:1,3\n", "DA:4,0\n", "end_of_record\n"]

    def test_a_line_reached_in_one_record_is_reached(self):
        files = coverage.lines_by_file(self.LCOV)
        self.assertEqual(files["/r/lang/syntax/a.cpp"], {1: True, 2: True, 4: False})

    def test_a_folder_has_its_own_files_only(self):
        chosen = coverage.lines_of_folder(coverage.lines_by_file(self.LCOV), pathlib.PurePath("/r/lang/check"))
        self.assertEqual(chosen, {"/r/lang/check/b.cpp": {1: True}})


if __name__ == "__main__":
    unittest.main()
