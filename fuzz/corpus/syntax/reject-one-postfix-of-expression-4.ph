kernel k(A: tensor<f32>[N]) {
let x = 2(b)
}
