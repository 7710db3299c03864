// SPDX-License-Identifier: Apache-2.0
kernel literal_exact_in_the_default_type(O: tensor<f16>[N]) {
    O[ctx.thread] = f16(2147483647)
}
