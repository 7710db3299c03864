// SPDX-License-Identifier: Apache-2.0
fn one() -> i32 {
    return 1
}

kernel value_as_operand(O: tensor<i32>[N]) {
    O[ctx.thread] = one()
}
