// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_lane_not_dim(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.lane > N { barrier() }
    O[ctx.thread] = 1
}
