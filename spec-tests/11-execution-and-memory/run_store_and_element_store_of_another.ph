// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel run_store_and_element_store_of_another(O: tensor<i32>[N]) {
    var s: tile<i32>[16]
    if ctx.thread == 31 {
        store(s[0 :+ 8], 1)
    }
    if ctx.thread == 32 {
        s[7] = 2
    }
    barrier()
    O[0] = s[7]
}
