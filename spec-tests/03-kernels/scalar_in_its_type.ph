// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel scalar_in_its_type(s: i8, O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = i32(s)
    }
}
