// SPDX-License-Identifier: Apache-2.0
kernel or_of_bools(P: tensor<bool>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = P[ctx.thread] | P[0]
}
