// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_inside(O: tensor<i32>[N]) {
    if ctx.thread < N {
        O[ctx.thread] += 1
    }
}
