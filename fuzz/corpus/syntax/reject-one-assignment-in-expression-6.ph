kernel k(A: tensor<f32>[N]) {
return a = c
}
