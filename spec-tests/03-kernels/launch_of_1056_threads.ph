// SPDX-License-Identifier: Apache-2.0
@launch(1056)
kernel launch_of_1056_threads(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
