kernel k(A: tensor<f32>[N]) {
3 = c
}
