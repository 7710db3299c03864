@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = A[a : b, :]
let b = A[:e, a:]
}
