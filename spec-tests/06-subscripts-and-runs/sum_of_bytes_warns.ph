// SPDX-License-Identifier: Apache-2.0
kernel sum_of_bytes_warns(B: tensor<i8>[N, 8], O: tensor<i8>[N]) {
    O[ctx.thread] = sum(B[ctx.thread, 0 :+ 8])
}
