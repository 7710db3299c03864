// SPDX-License-Identifier: Apache-2.0
kernel name_as_dim(X: tensor<f32>[N]) {
}
