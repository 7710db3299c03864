// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_assignment_before_the_end(O: tensor<i32>[M]) {
    if ctx.thread < 3 {
        O[ctx.thread] += 1
    }
}
