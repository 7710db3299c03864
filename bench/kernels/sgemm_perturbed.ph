// SPDX-License-Identifier: Apache-2.0
// sgemm.ph written otherwise: the interpreter should take about as long.
@launch(256)
@aligned(K = 16)
kernel extra_local(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
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
            let left = a[y, k]
            acc += left * b[k, x]
        }
        barrier()
    }
    C[row, col] = acc
}

@launch(256)
@aligned(K = 16)
kernel swapped_operands(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
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
            acc = b[k, x] * a[y, k] + acc
        }
        barrier()
    }
    C[row, col] = acc
}

@launch(256)
@aligned(K = 16)
kernel element_type(A: tensor<i32>[M, K], B: tensor<i32>[K, N], C: tensor<i32>[M, N]) {
    var a: tile<i32>[16, 16]
    var b: tile<i32>[16, 16]
    let x = ctx.thread % 16
    let y = ctx.thread / 16
    let row = ctx.block.y * 16 + y
    let col = ctx.block.x * 16 + x
    var acc: i32 = 0
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

fn added(acc: f32, a: f32, b: f32) -> f32 {
    return acc + a * b
}
@launch(256)
@aligned(K = 16)
kernel in_fn(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
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
            acc = added(acc, a[y, k], b[k, x])
        }
        barrier()
    }
    C[row, col] = acc
}

@launch(256)
@aligned(K = 16)
kernel reversed_loop(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
    var a: tile<f32>[16, 16]
    var b: tile<f32>[16, 16]
    let x = ctx.thread % 16
    let y = ctx.thread / 16
    let row = ctx.block.y * 16 + y
    let col = ctx.block.x * 16 + x
    var acc: f32 = 0.0
    for t in range(K - 16, -1, -16) {
        a[y, x] = A[row, t + x]
        b[y, x] = B[t + y, col]
        barrier()
        for k in range(15, -1, -1) {
            acc += a[y, k] * b[k, x]
        }
        barrier()
    }
    C[row, col] = acc
}
