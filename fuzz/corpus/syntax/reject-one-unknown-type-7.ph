kernel k(A: tensor<f32>[N]) {
var x: tile<double>[4]
}
