@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
var a: tile<f32>
var b: tile
var c: tile<f32>[]
var d: f32[4]
}
