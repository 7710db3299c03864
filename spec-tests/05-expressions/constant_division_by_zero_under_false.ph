// SPDX-License-Identifier: Apache-2.0
kernel constant_division_by_zero_under_false(O: tensor<i32>[N]) {
    let zero = 3 - 3
    if false {
        O[ctx.thread] = 1 / zero
    }
}
