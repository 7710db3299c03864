// SPDX-License-Identifier: Apache-2.0
// Functions with a bound, composed in tiles: a norm by rsqrt, a gate by tanh and exp, a chain of products over them,
// the logarithm of a sum of exponentials.
@launch(64)
@autotune(COLS in [33, 1, 31, 64])
kernel composed_in_their_enclosure(
    X: tensor<f32>[R, COLS], W: tensor<f32>[COLS, 5], O: tensor<f32>[R, COLS], P: tensor<f32>[R, 5],
    Q: tensor<f32>[R, 1], H: tensor<f16>[R, COLS]
) {
    for r in range(0, R, 4) {
        let x = X[r :+ 4, :]
        let unit = x * rsqrt(rowsum(x * x) / f32(COLS) + 0.5)
        O[r :+ 4, :] = unit
        let gate = unit / (1.0 + exp(-unit))
        H[r :+ 4, :] = tanh(gate)
        var t: tile<f32>[4, 5] = 4.0
        t += dot(abs(gate), abs(W[:, :]))
        P[r :+ 4, :] = t
        let top = rowmax(x)
        Q[r :+ 4, :] = 8.0 + top + log(rowsum(exp(x - top)))
    }
}
