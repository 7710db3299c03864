// SPDX-License-Identifier: Apache-2.0
kernel true_for_a_number(O: tensor<i32>[N]) {
    let x: u32 = true
    O[ctx.thread] = i32(x)
}
