kernel k(A: tensor<f32>[N]) {
for i in range(1, 2, 3, 4) { f() }
}
