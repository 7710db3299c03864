// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_assignment_after_the_end(O: tensor<i32>[M]) {
    if ctx.thread < 4 {
        O[ctx.thread] += 1
    }
}
