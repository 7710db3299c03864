kernel k(A: tensor<f32>[N]) {
let x: i16 = 3
}
