// SPDX-License-Identifier: Apache-2.0
kernel vote_after_continue_of_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(4) {
        if ctx.lane == i {
            continue
        }
        if all<over ctx.thread>(X[ctx.thread] > i) {
            O[ctx.thread] = i
        }
    }
}
