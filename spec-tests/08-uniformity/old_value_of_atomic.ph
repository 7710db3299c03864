// SPDX-License-Identifier: Apache-2.0
kernel old_value_of_atomic(X: tensor<i32>[N], O: tensor<i32>[N]) {
    let old = atomic_add(O, ctx.block.x, 1)
    if old == 0 {
        barrier()
    }
}
