@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
f(g(h()), i(1, 2) * 2)
}
