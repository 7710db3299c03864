kernel k(A: tensor<f32>[N]) {
for<unroll 4 i in range(3) {}
}
