// SPDX-License-Identifier: Apache-2.0
kernel run_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if sum(X[ctx.lane :+ 4]) > 0 {
        barrier()
    }
}
