kernel k(A: tensor<f32>[N]) {
(a) = c
}
