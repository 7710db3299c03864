@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
for i in range(n) { }
for i in range(1, n) { continue }
for i in range(1, n, 2) { break }
}
