kernel k(A: tensor<f32>[N]) {
f32 x = 3
}
