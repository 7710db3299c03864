// SPDX-License-Identifier: Apache-2.0
kernel declarations_with_semicolon(O: tensor<i32>[N]) {
    let a = 1; let b = 2
    O[ctx.thread] = a + b
}
