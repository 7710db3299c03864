// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_right_of_i8_by_an_i64(C: tensor<i64>[1], O: tensor<i8>[1]) {
    if ctx.thread == 0 {
        O[0] = i8(4) >> C[0]
    }
}
