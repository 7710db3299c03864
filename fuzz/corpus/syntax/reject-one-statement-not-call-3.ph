kernel k(A: tensor<f32>[N]) {
A[1]
}
