// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel no_shift_fault_in_the_last_block(O: tensor<i32>[N]) {
    let i = ctx.block.x * 128 + ctx.thread
    var x = 2
    if i == 326 {
        x = 2
    }
    O[i] = 1 << x
}
