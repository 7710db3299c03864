// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel subscripts_of_every_integer_type(X: tensor<i32>[2, 3, 5], O: tensor<i32>[6]) {
    if ctx.thread == 0 {
        O[0] = X[i8(1), u8(2), i64(4)]
        O[1] = X[u32(0), 2, i8(3)]
        O[2] = X[1, 0, 0]
        O[3] = X[0, i64(1), u32(4)]
        O[i8(4)] = 9
        O[u8(5)] = X[1, 1, 1]
    }
}
