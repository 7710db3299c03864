// SPDX-License-Identifier: Apache-2.0
// Each operation on f16 and bf16 tiles is rounded to its type.
@launch(64)
kernel elements_of_16_bits_are_rounded(
    A: tensor<f16>[1, N], B: tensor<f16>[1, N], X: tensor<bf16>[1, N], Y: tensor<bf16>[1, N], O: tensor<f16>[5, N],
    P: tensor<bf16>[5, N]
) {
    for c in range(0, N, 64) {
        let a = A[0, c :+ 64]
        let b = B[0, c :+ 64]
        O[0, c :+ 64] = a + b
        O[1, c :+ 64] = a * b
        O[2, c :+ 64] = a / b
        O[3, c :+ 64] = a * b + a
        O[4, c :+ 64] = sqrt(abs(a)) - b
        let x = X[0, c :+ 64]
        let y = Y[0, c :+ 64]
        P[0, c :+ 64] = x + y
        P[1, c :+ 64] = x * y
        P[2, c :+ 64] = x / y
        P[3, c :+ 64] = x * y + x
        P[4, c :+ 64] = sqrt(abs(x)) - y
    }
}
