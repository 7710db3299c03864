kernel k(A: tensor<f32>[N]) {
ctx.block.x += 1
}
