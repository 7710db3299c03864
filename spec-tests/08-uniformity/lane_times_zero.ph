// SPDX-License-Identifier: Apache-2.0
kernel lane_times_zero(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane * 0 == 0 {
        warp_barrier()
    }
}
