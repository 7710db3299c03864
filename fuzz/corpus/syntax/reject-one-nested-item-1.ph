kernel k(A: tensor<f32>[N]) {
  fn g() { f() }
}
