// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_dim_not_lane(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > N { barrier() }
    O[ctx.thread] = 1
}
