// SPDX-License-Identifier: Apache-2.0
kernel one_for_a_number(O: tensor<i32>[N]) {
    let x: u32 = 1
    O[ctx.thread] = i32(x)
}
