kernel k(A: tensor<f32>[N]) {
var x: f32[4]
}
