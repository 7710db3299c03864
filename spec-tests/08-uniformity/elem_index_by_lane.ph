// SPDX-License-Identifier: Apache-2.0
kernel elem_index_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if elem(X[0 :+ 4], ctx.lane % 4) > 0 {
        barrier()
    }
}
