// SPDX-License-Identifier: Apache-2.0
kernel name_used_in_its_block(O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        let x = 1
        O[0] = x
    }
    O[1] = 1
}
