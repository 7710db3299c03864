kernel k(A: tensor<f32>[N]) {
for i in 0..n { f() }
}
