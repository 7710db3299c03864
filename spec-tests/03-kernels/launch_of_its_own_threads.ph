// SPDX-License-Identifier: Apache-2.0
@launch(ctx.threads)
kernel launch_of_its_own_threads(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
