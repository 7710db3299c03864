// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel value_stored_again_before_another(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    s[3] = 1
    s[3] = 2
    barrier()
    O[0] = s[3]
}
