// SPDX-License-Identifier: Apache-2.0
kernel minus_of_a_bool(P: tensor<bool>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = -P[0]
}
