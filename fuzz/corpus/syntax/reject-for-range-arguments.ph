@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
for i in range() { }
for i in range(1, 2, 3, 4) { }
for<4> i in range(3) { }
for<unroll> i in range(3) { }
}
