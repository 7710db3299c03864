kernel k(A: tensor<f32>[N]) {
let 3 = 3
}
