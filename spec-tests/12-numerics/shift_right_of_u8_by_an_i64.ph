// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_right_of_u8_by_an_i64(C: tensor<i64>[1], O: tensor<u8>[1]) {
    if ctx.thread == 0 {
        O[0] = u8(4) >> C[0]
    }
}
