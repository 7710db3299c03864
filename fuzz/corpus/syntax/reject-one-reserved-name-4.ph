kernel k(A: tensor<f32>[N]) {
let nan = 3
}
