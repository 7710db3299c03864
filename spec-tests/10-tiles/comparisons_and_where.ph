// SPDX-License-Identifier: Apache-2.0
// Comparisons give bool, which `& | ^ !` combine; NaN compares as for scalars.
@launch(64)
kernel comparisons_and_where(
    X: tensor<f32>[8, 1], Y: tensor<f32>[1, 8], p: bool, LT: tensor<bool>[8, 8], LE: tensor<bool>[8, 8],
    GT: tensor<bool>[8, 8], GE: tensor<bool>[8, 8], EQ: tensor<bool>[8, 8], NE: tensor<bool>[8, 8],
    M: tensor<bool>[8, 8], W: tensor<f32>[8, 8], V: tensor<f32>[8, 1], U: tensor<i32>[8, 8], T: tensor<bool>[8, 8]
) {
    let x = X[:, :]
    let y = Y[:, :]
    let lt = x < y
    LT[:, :] = lt
    LE[:, :] = x <= y
    GT[:, :] = x > y
    GE[:, :] = x >= y
    let eq = x == y
    EQ[:, :] = eq
    let ne = x != y
    NE[:, :] = ne
    M[:, :] = !lt & ne | (x >= 0.0) ^ p
    W[:, :] = where(lt, x, -1.0)
    V[:, :] = where(p, x, 0.0)
    U[:, :] = where(eq, 1, where(lt, 2, 3))
    T[:, :] = lt == (y > x)
}
