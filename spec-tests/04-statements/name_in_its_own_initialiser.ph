// SPDX-License-Identifier: Apache-2.0
kernel name_in_its_own_initialiser(O: tensor<i32>[N]) {
    let x = x + 1
    O[ctx.thread] = x
}
