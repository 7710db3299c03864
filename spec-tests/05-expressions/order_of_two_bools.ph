// SPDX-License-Identifier: Apache-2.0
kernel order_of_two_bools(P: tensor<bool>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = P[ctx.thread] < true
}
