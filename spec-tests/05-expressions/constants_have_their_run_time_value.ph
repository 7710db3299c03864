// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constants_have_their_run_time_value(X: tensor<i32>[32], O: tensor<i32>[2]) {
    if ctx.thread == 0 {
        let n = 3 * 4 - 2
        let m = n % 4
        let k = n * m
        O[0] = sum(X[0 :+ k / 2])
        O[1] = k
    }
}
