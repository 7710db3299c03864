kernel k(A: tensor<f32>[N]) {
var true = 3
}
