@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = max<over ctx.lane>(b)
let c = any<over ctx.thread>(d)
}
