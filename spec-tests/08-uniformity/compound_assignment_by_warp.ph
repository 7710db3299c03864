// SPDX-License-Identifier: Apache-2.0
kernel compound_assignment_by_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.warp] += 1
}
