// SPDX-License-Identifier: Apache-2.0
kernel declaration_with_name(O: tensor<i32>[N]) {
    let x = 3
    O[ctx.thread] = 3
}
