kernel k(A: tensor<f32>[N]) {
if a x = 1
}
