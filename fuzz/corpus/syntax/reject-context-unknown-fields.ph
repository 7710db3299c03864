@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = ctx.tid + ctx.block + ctx.block.w + ctx.velocity + ctx + ctx.thread.x
}
