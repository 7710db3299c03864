// SPDX-License-Identifier: Apache-2.0
// A declaration in a loop makes a new tile in each turn: what an earlier turn wrote does not show.
@launch(64)
kernel buffers_in_loops_are_new(O: tensor<i32>[4, 6]) {
    for turn in range(4) {
        var t: tile<i32>[1, 6] = turn
        t[0, turn] = 10 + turn
        var u: tile<i32>[1, 6]
        if turn % 2 == 0 {
            u = t + 100
        } else {
            u = t + 200
        }
        O[turn, :] = u
    }
}
