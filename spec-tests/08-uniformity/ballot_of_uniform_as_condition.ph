// SPDX-License-Identifier: Apache-2.0
kernel ballot_of_uniform_as_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ballot(X[ctx.block.x] > 0) != 0 {
        barrier()
    }
}
