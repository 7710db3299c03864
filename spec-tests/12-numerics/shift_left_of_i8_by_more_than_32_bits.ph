// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_left_of_i8_by_more_than_32_bits(C: tensor<i64>[1], O: tensor<i8>[1]) {
    if ctx.thread == 0 {
        O[0] = i8(4) << C[0]
    }
}
