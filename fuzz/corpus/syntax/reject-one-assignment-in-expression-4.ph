kernel k(A: tensor<f32>[N]) {
while a = 3 {}
}
