// SPDX-License-Identifier: Apache-2.0
// A `var` tile keeps its value from turn to turn, under uniform conditions, `continue` and `break` too.
@launch(64)
kernel tiles_carried_through_loops(n: i32, O: tensor<i32>[2, 5], P: tensor<i32>[2, 5], Q: tensor<i32>[1, 5]) {
    var a: tile<i32>[2, 5] = 1
    var b: tile<i32>[2, 5] = 0
    b += iota(5) + transpose(iota(2))
    var turns = 0
    while turns < n {
        turns += 1
        if turns % 3 == 0 {
            continue
        }
        let next = a + b
        a = b
        b = next % 1000007
        if turns == 20 {
            break
        }
    }
    O[:, :] = a
    P[:, :] = b
    var longest: tile<i32>[1, 5] = 0
    for i in range(n) {
        for j in range(i % 4) {
            longest = max(longest, iota(5) * j - i)
        }
    }
    Q[:, :] = longest
}
