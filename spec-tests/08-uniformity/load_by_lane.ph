// SPDX-License-Identifier: Apache-2.0
kernel load_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if X[ctx.lane] > 0 {
        barrier()
    }
}
