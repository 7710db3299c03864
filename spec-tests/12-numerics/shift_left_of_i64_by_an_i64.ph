// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_left_of_i64_by_an_i64(C: tensor<i64>[1], O: tensor<i64>[1]) {
    if ctx.thread == 0 {
        O[0] = i64(4) << C[0]
    }
}
