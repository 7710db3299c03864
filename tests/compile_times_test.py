# SPDX-License-Identifier: Apache-2.0
import unittest

import compile_times


class CompileTimesTest(unittest.TestCase):
    def test_only_the_newest_run_of_a_step_counts(self):
        log = ["# ninja log v5\n", "0\t30000\t1\ta.o\tff\n", "100\t1600\t2\tb.o\tff\n", "0\t2500\t3\ta.o\tff\n"]
        self.assertEqual(compile_times.newest_seconds(log), {"a.o": 2.5, "b.o": 1.5})


if __name__ == "__main__":
    unittest.main()
