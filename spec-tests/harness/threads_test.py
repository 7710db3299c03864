#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the following of threads by programs whose results are plain."""
import unittest

import scalars
import threads

COUNTING = """fn twice(n: i32) -> i32 {
    return 2 * n
}

fn walk(t: i32) -> i32 {
    var n = 0
    for i in range(0, 9, 1) {
        if i == 2 {
            continue
        } else if i > t {
            break
        }
        n += twice(i)
    }
    while true {
        if n > 100 {
            return n
        }
        n *= 3
        n += 1
    }
    return 0
}
"""
MEETING = """fn walk(t: i32, w: i32) -> i32 {
    var a = 0
    if t % 2 == 0 {
        a = t
    }
    var r = 7
    if w == 0 {
        r = sum<over ctx.lane>(a)
    } else {
        r = popcount(ballot(a > 5))
    }
    var s = 0
    s = shuffle_down(a, 2)
    return r * 100 + s
}
"""
DIVERGENT = """fn walk(t: i32) -> i32 {
    var r = 0
    if t == 0 {
        r = max<over ctx.lane>(t)
    }
    return r
}
"""


def i32(value):
    return scalars.Value("i32", value)


class Threads(unittest.TestCase):
    def test_a_thread_follows_its_path(self):
        walk = threads.functions_of(COUNTING)["walk"]
        # t = 3 adds 2 * (0 + 1 + 3) and leaves at 4; 8, 25, 76, 229.
        self.assertEqual(threads.warp_results([walk(i32(3))]), [i32(229)])
        # t = 0 adds nothing and leaves at 1; 0, 1, 4, 13, 40, 121.
        self.assertEqual(threads.warp_results([walk(i32(0))]), [i32(121)])

    def test_a_warp_meets(self):
        walk = threads.functions_of(MEETING)["walk"]
        first = threads.warp_results([walk(i32(t), i32(0)) for t in range(4)])
        self.assertEqual(first, [i32(202), i32(200), i32(202), i32(200)])
        second = threads.warp_results([walk(i32(t), i32(1)) for t in range(4, 8)])
        self.assertEqual(second, [i32(106), i32(100), i32(106), i32(100)])

    def test_a_lane_that_is_missing_is_noticed(self):
        walk = threads.functions_of(DIVERGENT)["walk"]
        with self.assertRaises(AssertionError):
            threads.warp_results([walk(i32(t)) for t in range(4)])


if __name__ == "__main__":
    unittest.main()
