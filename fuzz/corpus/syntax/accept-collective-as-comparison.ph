@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = sum < over
let b = sum(c) < d
}
