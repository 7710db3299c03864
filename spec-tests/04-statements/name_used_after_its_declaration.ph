// SPDX-License-Identifier: Apache-2.0
kernel name_used_after_its_declaration(O: tensor<i32>[N]) {
    let x = 1
    O[ctx.thread] = x
}
