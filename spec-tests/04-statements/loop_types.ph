// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel loop_types(a: u32, b: i64, A: tensor<u32>[3], B: tensor<i64>[4], C: tensor<u32>[2]) {
    if ctx.thread == 0 {
        var n = 0
        for i in range(a, 4294967295, 2) {
            A[n] = i
            n += 1
        }
        n = 0
        for i in range(b, 9223372036854775807, 4611686018427387904) {
            B[n] = i
            n += 1
        }
        n = 0
        for i in range(u32(2)) {
            C[n] = i
            n += 1
        }
    }
}
