@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
f(ctx.thread, ctx.warp, ctx.lane, ctx.threads, ctx.warps, ctx.lanes, ctx.block.x, ctx.block.y, ctx.block.z, ctx.grid.x, ctx.grid.y, ctx.grid.z)
}
