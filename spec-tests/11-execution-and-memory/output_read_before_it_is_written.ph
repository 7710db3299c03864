// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel output_read_before_it_is_written(O: tensor<i32>[128]) {
    O[ctx.thread] += 2
}
