kernel k(A: tensor<f32>[N]) {
for in in range(3) {}
}
