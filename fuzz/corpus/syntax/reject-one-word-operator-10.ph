kernel k(A: tensor<f32>[N]) {
let x = A[0..4]
}
