// SPDX-License-Identifier: Apache-2.0
kernel sum_as_dim(X: tensor<f32>[N + 1]) {
}
