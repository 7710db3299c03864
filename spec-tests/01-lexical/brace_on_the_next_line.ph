// SPDX-License-Identifier: Apache-2.0
kernel brace_on_the_next_line(O: tensor<i32>[N]) {
    if ctx.thread == 0
    {
        O[0] = 1
    }
}
