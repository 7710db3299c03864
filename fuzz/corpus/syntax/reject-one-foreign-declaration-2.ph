kernel k(A: tensor<f32>[N]) {
int x = 3
}
