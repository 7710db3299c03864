@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
a
a + b
A[1]
a == b
barrier
1
}
