// SPDX-License-Identifier: Apache-2.0
kernel atomic_value_of_another_type(X: tensor<i64>[4], O: tensor<i32>[N]) {
    atomic_add(X, 0, ctx.thread)
}
