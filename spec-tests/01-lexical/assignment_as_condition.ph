// SPDX-License-Identifier: Apache-2.0
kernel assignment_as_condition(O: tensor<i32>[N]) {
    var x = ctx.thread
    if x = 1 {
        O[0] = x
    }
}
