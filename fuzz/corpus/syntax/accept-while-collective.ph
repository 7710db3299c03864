@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
while any<over ctx.lane>(p) { p = !p }
}
