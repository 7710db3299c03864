// SPDX-License-Identifier: Apache-2.0
// Squares of 16 x 16 through shared buffers, one element a thread; M and N are multiples of 16.
@launch(256)
@aligned(K = 16)
kernel sgemm(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
    var a: tile<f32>[16, 16]
    var b: tile<f32>[16, 16]
    let x = ctx.thread % 16
    let y = ctx.thread / 16
    let row = ctx.block.y * 16 + y
    let col = ctx.block.x * 16 + x
    var acc: f32 = 0.0
    for t in range(0, K, 16) {
        a[y, x] = A[row, t + x]
        b[y, x] = B[t + y, col]
        barrier()
        for k in range(0, 16) {
            acc += a[y, k] * b[k, x]
        }
        barrier()
    }
    C[row, col] = acc
}
