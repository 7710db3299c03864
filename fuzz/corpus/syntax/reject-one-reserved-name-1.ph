kernel k(A: tensor<f32>[N]) {
let for = 3
}
