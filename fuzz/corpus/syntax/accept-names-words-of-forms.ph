@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let over = range
var unroll = tile
let sum = tensor < over
let f32 = f32(elif)
and = or
}
