// SPDX-License-Identifier: Apache-2.0
kernel named_dim(X: tensor<f32>[N]) {
}
