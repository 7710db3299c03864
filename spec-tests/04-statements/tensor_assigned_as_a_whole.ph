// SPDX-License-Identifier: Apache-2.0
kernel tensor_assigned_as_a_whole(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O = X
}
