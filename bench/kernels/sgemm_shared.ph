// SPDX-License-Identifier: Apache-2.0
// Squares of 32 x 32 through shared buffers, four elements of a column a thread; M, N and K are multiples of 32.
@launch(256)
kernel sgemm_shared(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
    var a: tile<f32>[32, 32]
    var b: tile<f32>[32, 32]
    let x = ctx.lane
    let y = ctx.warp
    let row = ctx.block.y * 32
    let col = ctx.block.x * 32 + x
    var c0: f32 = 0.0
    var c1: f32 = 0.0
    var c2: f32 = 0.0
    var c3: f32 = 0.0
    for t in range(0, K, 32) {
        for i in range(0, 32, 8) {
            a[y + i, x] = A[row + y + i, t + x]
            b[y + i, x] = B[t + y + i, col]
        }
        barrier()
        for k in range(0, 32) {
            let right = b[k, x]
            c0 = fma(a[y, k], right, c0)
            c1 = fma(a[y + 8, k], right, c1)
            c2 = fma(a[y + 16, k], right, c2)
            c3 = fma(a[y + 24, k], right, c3)
        }
        barrier()
    }
    C[row + y, col] = c0
    C[row + y + 8, col] = c1
    C[row + y + 16, col] = c2
    C[row + y + 24, col] = c3
}
