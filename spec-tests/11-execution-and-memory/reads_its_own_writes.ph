// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel reads_its_own_writes(O: tensor<i32>[64]) {
    O[ctx.thread] = 1
    O[ctx.thread] += O[ctx.thread] + 1
    O[ctx.thread] = O[ctx.thread] * 10
}
