// SPDX-License-Identifier: Apache-2.0
fn one() {
    return
}

kernel no_value_as_operand(O: tensor<i32>[N]) {
    O[ctx.thread] = one()
}
