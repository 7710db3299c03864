// SPDX-License-Identifier: Apache-2.0
kernel default_number_of_threads(O: tensor<i32>[1]) {
    if ctx.thread == ctx.threads - 1 {
        O[0] = ctx.thread
    }
}
