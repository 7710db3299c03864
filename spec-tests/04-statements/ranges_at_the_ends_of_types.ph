// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel ranges_at_the_ends_of_types(A: tensor<i32>[3], B: tensor<u32>[3], C: tensor<i64>[3], O: tensor<i32>[8], L: tensor<i64>[4]) {
    if ctx.thread == 0 {
        var n = 0
        var last: i64 = 0
        for i in range(A[0], A[1], A[2]) {
            n += 1
            last = i64(i)
        }
        O[0] = n
        L[0] = last
        n = 0
        for i in range(A[1], A[0], -A[2]) {
            n += 1
            last = i64(i)
        }
        O[1] = n
        L[1] = last
        n = 0
        for i in range(B[0], B[1], B[2]) {
            n += 1
            last = i64(i)
        }
        O[2] = n
        L[2] = last
        n = 0
        for i in range(C[0], C[1], C[2]) {
            n += 1
            last = i
        }
        O[3] = n
        L[3] = last
        n = 0
        for i in range(A[1], A[0]) { n += 1 }
        O[4] = n
        for i in range(A[0], A[0]) { n += 1 }
        O[5] = n
        for i in range(A[0], A[1], -1) { n += 1 }
        O[6] = n
        for i in range(B[1], B[0]) { n += 1 }
        O[7] = n
    }
}
