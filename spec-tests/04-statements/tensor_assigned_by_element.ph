// SPDX-License-Identifier: Apache-2.0
kernel tensor_assigned_by_element(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = X[ctx.thread]
}
