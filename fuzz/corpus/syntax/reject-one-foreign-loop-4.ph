kernel k(A: tensor<f32>[N]) {
for i in A { f() }
}
