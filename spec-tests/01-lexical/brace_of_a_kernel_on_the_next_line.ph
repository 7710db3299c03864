// SPDX-License-Identifier: Apache-2.0
kernel brace_of_a_kernel_on_the_next_line(O: tensor<i32>[N])
{
    O[ctx.thread] = 1
}
