@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a
let b: f32
let = 3
let 4 = 5
}
