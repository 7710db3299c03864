kernel k(A: tensor<f32>[N]) {
let x: bf61 = 3
}
