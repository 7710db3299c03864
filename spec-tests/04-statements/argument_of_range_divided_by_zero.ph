// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel argument_of_range_divided_by_zero(X: tensor<i32>[1], O: tensor<i32>[4]) {
    if ctx.thread == 0 {
        for i in range(0, 4 / X[0]) {
            O[i] = i
        }
    }
}
