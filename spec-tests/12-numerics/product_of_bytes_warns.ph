// SPDX-License-Identifier: Apache-2.0
kernel product_of_bytes_warns(A: tensor<i8>[N], O: tensor<i8>[N]) {
    O[ctx.thread] = A[ctx.thread] * A[ctx.thread]
}
