kernel k(A: tensor<f32>[N]) {
let x: complex = 3
}
