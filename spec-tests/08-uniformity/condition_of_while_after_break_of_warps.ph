// SPDX-License-Identifier: Apache-2.0
kernel condition_of_while_after_break_of_warps(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var i = 0
    while any<over ctx.lane>(i < X[ctx.thread]) {
        i += 1
        if ctx.warp == i {
            break
        }
    }
}
