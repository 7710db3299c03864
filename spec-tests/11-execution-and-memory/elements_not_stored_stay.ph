// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel elements_not_stored_stay(O: tensor<i32>[64], U: tensor<i32>[64]) {
    if ctx.thread % 3 == 0 {
        O[ctx.thread] = -1
        U[ctx.thread] = -1
    }
}
