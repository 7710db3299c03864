// SPDX-License-Identifier: Apache-2.0
kernel dotted_dim(X: tensor<f32>[N + 1]) {
}
