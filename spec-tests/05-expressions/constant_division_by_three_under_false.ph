// SPDX-License-Identifier: Apache-2.0
kernel constant_division_by_three_under_false(O: tensor<i32>[N]) {
    let three = 3 - 0
    if false {
        O[ctx.thread] = 1 / three
    }
}
