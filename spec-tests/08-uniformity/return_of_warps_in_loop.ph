// SPDX-License-Identifier: Apache-2.0
kernel return_of_warps_in_loop(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(4) {
        O[ctx.thread] = sum<over ctx.lane>(i)
        if ctx.warp == i {
            return
        }
    }
}
