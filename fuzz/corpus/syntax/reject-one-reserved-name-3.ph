kernel k(A: tensor<f32>[N]) {
let inf = 3
}
