// SPDX-License-Identifier: Apache-2.0
kernel right_of_and_after_warps(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp < 4 && any<over ctx.lane>(X[ctx.thread] > 0) {
        O[ctx.thread] = 1
    }
}
