// SPDX-License-Identifier: Apache-2.0
@launch(960)
kernel launch_of_960_threads(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.threads
}
