// SPDX-License-Identifier: Apache-2.0
kernel barrier_after_loop_with_break(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(4) {
        if ctx.lane == i {
            break
        }
    }
    barrier()
}
