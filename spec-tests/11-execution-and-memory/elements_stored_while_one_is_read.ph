// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel elements_stored_while_one_is_read(X: tensor<i32>[128]) {
    X[ctx.thread] = X[101]
}
