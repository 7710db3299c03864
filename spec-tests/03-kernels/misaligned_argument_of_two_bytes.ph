// SPDX-License-Identifier: Apache-2.0
kernel misaligned_argument_of_two_bytes(X: tensor<f16>[N], O: tensor<f16>[N]) {
    O[ctx.thread] = X[ctx.thread]
}
