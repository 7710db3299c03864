// SPDX-License-Identifier: Apache-2.0
kernel value_of_element(X: tensor<i32>[N], O: tensor<i32>[N]) {
    let old = O[ctx.block.x]
    if old == 0 {
        barrier()
    }
}
