// SPDX-License-Identifier: Apache-2.0
kernel compound_assignment_by_one_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 0 {
        O[0] += 1
    }
}
