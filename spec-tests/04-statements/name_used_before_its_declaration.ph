// SPDX-License-Identifier: Apache-2.0
kernel name_used_before_its_declaration(O: tensor<i32>[N]) {
    O[ctx.thread] = x
    let x = 1
}
