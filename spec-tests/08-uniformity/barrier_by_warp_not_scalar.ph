// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_warp_not_scalar(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.warp > s { barrier() }
    O[ctx.thread] = 1
}
