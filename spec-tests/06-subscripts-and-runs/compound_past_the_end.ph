// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_past_the_end(O: tensor<i32>[N]) {
    if ctx.thread < N + 1 {
        O[ctx.thread] += 1
    }
}
