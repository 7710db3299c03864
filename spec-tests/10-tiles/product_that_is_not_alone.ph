// SPDX-License-Identifier: Apache-2.0
// Beside anything else a product is computed by itself, from +0, and then takes part.
@launch(64)
kernel product_that_is_not_alone(
    A: tensor<f32>[4, 33], B: tensor<f32>[33, 6], C: tensor<f32>[4, 6], O: tensor<f32>[4, 6], P: tensor<f32>[4, 6],
    Q: tensor<f32>[4, 6], R: tensor<i32>[4, 6]
) {
    var t: tile<f32>[4, 6] = C[:, :]
    t += 1.0 * dot(A[:, :], B[:, :])
    O[:, :] = t
    t = C[:, :]
    t -= dot(A[:, :], B[:, :])
    P[:, :] = t
    t = C[:, :]
    let product = dot(A[:, :], B[:, :])
    t += product
    Q[:, :] = t
    R[:, :] = where(product < t, 1, 0)
}
