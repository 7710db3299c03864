@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = f(b, c
let d = A[e
let g = (h
}
