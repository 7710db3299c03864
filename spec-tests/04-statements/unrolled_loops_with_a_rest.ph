// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel unrolled_loops_with_a_rest(O: tensor<i32>[6]) {
    if ctx.thread == 0 {
        var n = 0
        for<unroll 4> i in range(7) { n = n * 10 + i }
        O[0] = n
        n = 0
        for<unroll 4> i in range(3) { n = n * 10 + i }
        O[1] = n
        n = 0
        for<unroll 3> i in range(10, 2, -2) { n = n * 100 + i }
        O[2] = n
        n = 0
        for<unroll 8> i in range(1, 10, 4) { n = n * 10 + i }
        O[3] = n
        n = 0
        for<unroll 4> i in range(9) {
            if i == 5 { continue }
            if i == 7 { break }
            n = n * 10 + i
        }
        O[4] = n
        n = 0
        for<unroll 5> i in range(0) { n = 99 }
        O[5] = n
    }
}
