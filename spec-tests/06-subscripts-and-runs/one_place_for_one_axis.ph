// SPDX-License-Identifier: Apache-2.0
kernel one_place_for_one_axis(X: tensor<i32>[N, 8], B: tensor<i8>[N, 8], P: tensor<bool>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = 1
}
