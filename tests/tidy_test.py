# SPDX-License-Identifier: Apache-2.0
import unittest

import tidy


class TidyTest(unittest.TestCase):
    def test_a_finding_of_a_header_is_told_once(self):
        header = "/x/a.h:1:2: error: too long [a-check]\n    1 | code\n"
        own = "/x/b.cpp:3:4: error: too short [b-check]\n    3 | more\n"
        seen = set()
        self.assertEqual(tidy.unseen(header, seen), header.rstrip("\n"))
        self.assertEqual(tidy.unseen(header + own, seen), own.rstrip("\n"))

    def test_what_was_not_examined_is_named(self):
        text = tidy.report(sources=5, changed=2, left=["a.cpp", "b.cpp"], failed=["c.cpp"])
        self.assertEqual(text.splitlines(), [
            "3 of 5 chosen sources examined (2 of them changed), 1 with findings", "  findings: c.cpp",
            "2 not examined, since time was up:", "  a.cpp", "  b.cpp"])

    def test_a_tenth_is_another_one_for_another_commit(self):
        sources = [f"{n}.cpp" for n in range(400)]
        first, second = tidy.tenth(sources, "a" * 40), tidy.tenth(sources, "b" * 40)
        self.assertNotEqual(first, second)
        for chosen in (first, second):
            self.assertTrue(20 < len(chosen) < 60)


if __name__ == "__main__":
    unittest.main()
