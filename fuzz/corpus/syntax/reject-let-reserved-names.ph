@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let for = 1
let ctx = 2
let nan = 3
var true = 4
}
