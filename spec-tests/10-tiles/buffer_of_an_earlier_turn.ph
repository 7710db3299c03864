// SPDX-License-Identifier: Apache-2.0
// In the second turn no element of the new buffer is written.
@launch(64)
kernel buffer_of_an_earlier_turn(turns: i32, O: tensor<i32>[2, 6]) {
    for turn in range(turns) {
        var t: tile<i32>[1, 6]
        if turn == 0 {
            t = 5
        }
        O[turn, :] = t
    }
}
