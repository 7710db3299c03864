// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_too_far_in_a_run_expression(X: tensor<i32>[4], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = sum(1 << X[0 :+ 4])
    }
}
