@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = 1e + 1.0.0 + .5 + 1._0 + 1.0f + 1e5e5 + 01.5 + 1e1.5
}
