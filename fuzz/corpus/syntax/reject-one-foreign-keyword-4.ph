kernel k(A: tensor<f32>[N]) {
const x = 3
}
