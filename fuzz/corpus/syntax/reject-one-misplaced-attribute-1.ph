kernel k(A: tensor<f32>[N]) {
  @unroll(4)
}
