kernel k(A: tensor<f32>[N]) {
var x: tile<f32[4]
}
