@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = sum<ctx.lane>(b)
let c = sum<over lane>(d)
let e = sum<over ctx.warp>(f)
let g = sum<over ctx.lane(h)
let i = sum<over ctx.lane>
}
