kernel k(A: tensor<f32>[N]) {
var x: 3
}
