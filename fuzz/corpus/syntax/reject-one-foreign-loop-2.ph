kernel k(A: tensor<f32>[N]) {
for i = 0; i < n; i += 1 { f() }
}
