// SPDX-License-Identifier: Apache-2.0
kernel name_declared_again_in_an_inner_block(O: tensor<i32>[N]) {
    let x = 1
    if true { let x = 2 }
    O[ctx.thread] = x
}
