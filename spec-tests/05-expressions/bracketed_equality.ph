// SPDX-License-Identifier: Apache-2.0
kernel bracketed_equality(O: tensor<bool>[N]) {
    O[ctx.thread] = (ctx.thread == 1) == true
}
