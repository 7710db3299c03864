// SPDX-License-Identifier: Apache-2.0
kernel chained_equality(O: tensor<bool>[N]) {
    O[ctx.thread] = ctx.thread == 1 == true
}
