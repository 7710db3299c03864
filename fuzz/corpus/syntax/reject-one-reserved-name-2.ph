kernel k(A: tensor<f32>[N]) {
let ctx = 3
}
