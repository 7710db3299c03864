// SPDX-License-Identifier: Apache-2.0
kernel declaration_without_name(O: tensor<i32>[N]) {
    let = 3
    O[ctx.thread] = 3
}
