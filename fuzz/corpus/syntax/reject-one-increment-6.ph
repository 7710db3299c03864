kernel k(A: tensor<f32>[N]) {
let x = 1 + ++i
}
