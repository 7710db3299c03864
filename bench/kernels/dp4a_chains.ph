// SPDX-License-Identifier: Apache-2.0
// Products of bytes and nothing else, 128 of them between two branches: CHAINS sums a thread, none of which waits for
// another.
@launch(256)
@autotune(CHAINS in [16, 8, 4, 2, 1])
kernel dp4a_chains(A: tensor<i32>[T], B: tensor<i32>[T], O: tensor<i32>[T], turns: i32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    let a = A[i]
    let b = B[i]
    var c0 = 0
    var c1 = 1
    var c2 = 2
    var c3 = 3
    var c4 = 4
    var c5 = 5
    var c6 = 6
    var c7 = 7
    var c8 = 8
    var c9 = 9
    var c10 = 10
    var c11 = 11
    var c12 = 12
    var c13 = 13
    var c14 = 14
    var c15 = 15
    for<unroll 128 / CHAINS> t in range(0, turns) {
        c0 = dp4a(a, b, c0)
        if CHAINS > 1 {
            c1 = dp4a(a, b, c1)
        }
        if CHAINS > 2 {
            c2 = dp4a(a, b, c2)
            c3 = dp4a(a, b, c3)
        }
        if CHAINS > 4 {
            c4 = dp4a(a, b, c4)
            c5 = dp4a(a, b, c5)
            c6 = dp4a(a, b, c6)
            c7 = dp4a(a, b, c7)
        }
        if CHAINS > 8 {
            c8 = dp4a(a, b, c8)
            c9 = dp4a(a, b, c9)
            c10 = dp4a(a, b, c10)
            c11 = dp4a(a, b, c11)
            c12 = dp4a(a, b, c12)
            c13 = dp4a(a, b, c13)
            c14 = dp4a(a, b, c14)
            c15 = dp4a(a, b, c15)
        }
    }
    let low = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7
    O[i] = low + c8 + c9 + c10 + c11 + c12 + c13 + c14 + c15
}
