// SPDX-License-Identifier: Apache-2.0
fn fill(s: tile<i32>[C], value: i32) {
    s[ctx.thread] = value + C
}

@launch(64)
kernel shared_buffer_passed_to_function(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    fill(s, ctx.thread)
    barrier()
    O[ctx.thread] = s[63 - ctx.thread]
}
