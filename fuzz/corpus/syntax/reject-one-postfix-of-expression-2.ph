kernel k(A: tensor<f32>[N]) {
let x = f(1)[2]
}
