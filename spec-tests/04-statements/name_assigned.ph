// SPDX-License-Identifier: Apache-2.0
kernel name_assigned(O: tensor<i32>[N]) {
    var x = 1
    x = 1 + 2
    O[ctx.thread] = x
}
