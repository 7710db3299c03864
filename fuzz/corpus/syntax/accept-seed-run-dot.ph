kernel mv(A: tensor<i8>[1, K], W: tensor<i8>[N, K], O: tensor<f32>[N]) {
  let col = ctx.block.x * ctx.warps + ctx.warp
  var acc: f32 = 0.0
  for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
    acc += f32(sum(i32(A[0, k :+ 16]) * i32(W[col, k :+ 16])))
  }
}
