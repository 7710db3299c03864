// SPDX-License-Identifier: Apache-2.0
// O[i] is how many steps of the Collatz sequence lead from i + 1 to 1. Lanes leave the loop at different turns and
// meet again after it.
//
//     phobos-run examples/collatz.ph --dim N=1000 --out O=o.npy --grid "ceil_div(N, ctx.threads)"
@launch(128)
kernel collatz(O: tensor<i32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        var n = i64(i) + 1
        var steps = 0
        while n != 1 {
            if n % 2 == 0 {
                n /= 2
            } else {
                n = 3 * n + 1
            }
            steps += 1
        }
        O[i] = steps
    }
}
