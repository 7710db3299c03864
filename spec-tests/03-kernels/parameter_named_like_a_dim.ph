// SPDX-License-Identifier: Apache-2.0
kernel parameter_named_like_a_dim(N: i32, O: tensor<i32>[N]) {
}
