// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel operators_on_tiles(
    A: tensor<i32>[1, 40], B: tensor<i32>[1, 40], S: tensor<i32>[1, 40], X: tensor<f32>[1, 40], Y: tensor<f32>[1, 40],
    C: tensor<bool>[1, 40], O: tensor<i32>[12, 40], P: tensor<f32>[5, 40], Q: tensor<bool>[1, 40]
) {
    let a = A[:, :]
    let b = B[:, :]
    O[0, :] = a + b
    O[1, :] = a - b
    O[2, :] = a * b
    O[3, :] = a / b
    O[4, :] = a % b
    O[5, :] = a & b
    O[6, :] = a | b
    O[7, :] = a ^ b
    O[8, :] = a << S[:, :]
    O[9, :] = a >> S[:, :]
    O[10, :] = -a
    O[11, :] = ~a
    let x = X[:, :]
    let y = Y[:, :]
    P[0, :] = x + y
    P[1, :] = x - y
    P[2, :] = x * y
    P[3, :] = x / y
    P[4, :] = -x
    Q[:, :] = !C[:, :]
}
