@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
A[i, j + 1] = A[j, A[0, 0]]
}
