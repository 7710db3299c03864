kernel k(A: tensor<f32>[N]) {
let x = a]
}
