kernel k(A: tensor<f32>[N]) {
let x: int = 3
}
