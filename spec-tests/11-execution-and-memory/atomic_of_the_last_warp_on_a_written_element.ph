// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomic_of_the_last_warp_on_a_written_element(O: tensor<i32>[N]) {
    var s: tile<i32>[4]
    if ctx.thread == 0 {
        s[3] = 5
    }
    barrier()
    if ctx.thread == 127 {
        O[0] = atomic_add(s, 3, 1)
    }
}
