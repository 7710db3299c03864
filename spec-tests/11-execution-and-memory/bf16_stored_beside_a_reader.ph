// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bf16_stored_beside_a_reader(X: tensor<bf16>[256], O: tensor<bf16>[128]) {
    X[ctx.thread * 2] = 3.0
    O[ctx.thread] = X[ctx.thread * 2 + 1]
}
