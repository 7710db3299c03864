@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = 1
let b: i64 = 2
var c = 3
var d: f32 = 4.0
var t: tile<f32>[16, N]
let u: tile<i8>[2] = v
}
