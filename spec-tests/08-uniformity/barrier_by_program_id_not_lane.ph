// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_program_id_not_lane(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > program_id(1) { barrier() }
    O[ctx.thread] = 1
}
