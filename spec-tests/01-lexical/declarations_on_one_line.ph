// SPDX-License-Identifier: Apache-2.0
kernel declarations_on_one_line(O: tensor<i32>[N]) {
    let a = 1 let b = 2
    O[ctx.thread] = a + b
}
