// SPDX-License-Identifier: Apache-2.0
kernel where_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if where(ctx.lane > 0, 1, 2) == 1 {
        barrier()
    }
}
