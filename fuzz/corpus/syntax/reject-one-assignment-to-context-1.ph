kernel k(A: tensor<f32>[N]) {
ctx.thread = 1
}
