// SPDX-License-Identifier: Apache-2.0
kernel sum_as_dim(X: tensor<i32>[N + 1]) {
}
