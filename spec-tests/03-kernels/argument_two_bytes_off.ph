// SPDX-License-Identifier: Apache-2.0
kernel argument_two_bytes_off(X: tensor<f16>[N], O: tensor<f16>[N]) {
    O[ctx.thread] = X[ctx.thread]
}
