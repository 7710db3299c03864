// SPDX-License-Identifier: Apache-2.0
kernel element_of_named_type(X: tensor<f32>[N]) {
}
