// SPDX-License-Identifier: Apache-2.0
kernel name_as_dim(X: tensor<i32>[N]) {
}
