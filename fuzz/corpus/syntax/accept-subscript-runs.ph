@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = sum(A[i, k :+ 16])
store(A[i, k :+ n * 2], 0.0)
}
