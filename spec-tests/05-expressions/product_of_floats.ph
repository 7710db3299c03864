// SPDX-License-Identifier: Apache-2.0
kernel product_of_floats(F: tensor<f32>[N]) {
    F[0] = F[1] * F[2]
}
