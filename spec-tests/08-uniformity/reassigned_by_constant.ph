// SPDX-License-Identifier: Apache-2.0
kernel reassigned_by_constant(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = ctx.warp
    n = 4
    if n > 3 {
        barrier()
    }
}
