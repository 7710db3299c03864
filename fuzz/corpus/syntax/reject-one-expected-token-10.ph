kernel k(A: tensor<f32>[N]) {
for<4> i in range(3) {}
}
