// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_lane_not_program_id(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.lane > program_id(1) { barrier() }
    O[ctx.thread] = 1
}
