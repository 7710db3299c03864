// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel elements_of_run_expressions(X: tensor<f32>[8], Y: tensor<f32>[8], O: tensor<f32>[6, 4]) {
    let j = ctx.thread
    if j < 4 {
        O[0, j] = elem(X[2 :+ 4], j)
        O[1, j] = elem(X[2 :+ 4] + 10.0, j)
        O[2, j] = elem(max(X[0 :+ 4], Y[1 :+ 4]) * 2.0, j)
        O[3, j] = elem(where(X[0 :+ 4] > Y[0 :+ 4], X[4 :+ 4], -Y[4 :+ 4]), j)
        O[4, j] = elem(f32(i32(X[0 :+ 4] * 1.5)), 3 - j)
        O[5, j] = elem(fma(X[0 :+ 4], Y[0 :+ 4], 1.0), i64(j))
    }
}
