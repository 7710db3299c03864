// SPDX-License-Identifier: Apache-2.0
kernel literal_exact_in_no_asked_type(O: tensor<f16>[N]) {
    O[ctx.thread] = f16(4294967297)
}
