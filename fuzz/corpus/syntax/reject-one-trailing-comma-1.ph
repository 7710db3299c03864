kernel k(A: tensor<f32>[N]) {
f(a,)
}
