// SPDX-License-Identifier: Apache-2.0
kernel compound_keeps_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = ctx.lane
    n += 4
    if n > 3 {
        barrier()
    }
}
