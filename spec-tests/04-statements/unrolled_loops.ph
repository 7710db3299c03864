// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel unrolled_loops(n: i32, O: tensor<i32>[64]) {
    var total = 0
    for<unroll 4> i in range(ctx.thread, n, 3) {
        if i % 5 == 4 {
            continue
        }
        if total > 100 {
            break
        }
        total += i
    }
    O[ctx.thread] = total
}
