@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = 1.0 + 1. + 1e-3 + 1.5E+10 + 2e3 + inf + nan + 1_0.0_1
}
