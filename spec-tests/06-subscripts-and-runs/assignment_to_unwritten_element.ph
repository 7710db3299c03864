// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel assignment_to_unwritten_element(O: tensor<i32>[64]) {
    if ctx.thread == 5 {
        O[ctx.thread] = 3
    }
}
