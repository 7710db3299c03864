// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel elem_of_a_run_with_an_element_outside(X: tensor<i32>[N], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = elem(X[N - 3 :+ 4], 0)
    }
}
