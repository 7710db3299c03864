// SPDX-License-Identifier: Apache-2.0
kernel ballot_as_condition_of_barrier(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ballot(X[ctx.thread] > 0) != 0 {
        barrier()
    }
}
