// SPDX-License-Identifier: Apache-2.0
// Shapes follow the choices of @autotune, and any other positive number that a launch sets.
@launch(64)
@autotune(ROWS in [4, 32], COLS in [8, 3, 64])
kernel tiles_set_at_launch(X: tensor<f32>[M, N], O: tensor<f32>[M, N], T: tensor<i32>[2]) {
    for c in range(0, N, COLS) {
        O[program_id(0) * ROWS :+ ROWS, c :+ COLS] = 2.0 * X[program_id(0) * ROWS :+ ROWS, c :+ COLS]
    }
    T[0] = ROWS
    T[1] = COLS
}
