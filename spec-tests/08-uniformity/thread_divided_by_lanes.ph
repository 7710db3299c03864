// SPDX-License-Identifier: Apache-2.0
kernel thread_divided_by_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.thread / ctx.lanes == 1 {
        warp_barrier()
    }
}
