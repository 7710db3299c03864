// SPDX-License-Identifier: Apache-2.0
kernel sum_of_converted_bytes(B: tensor<i8>[N, 8], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(i32(B[ctx.thread, 0 :+ 8]))
}
