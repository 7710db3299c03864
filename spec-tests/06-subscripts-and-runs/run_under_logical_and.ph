// SPDX-License-Identifier: Apache-2.0
kernel run_under_logical_and(P: tensor<bool>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(where(P[t, 0 :+ 4] && P[t, 4 :+ 4], 1, 0))
}
