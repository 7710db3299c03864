@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
for<unroll 4> i in range(n) { f(i) }
for<unroll (a >> 1)> i in range(n) { }
}
