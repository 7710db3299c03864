kernel k(A: tensor<f32>[N]) {
let x = sum<ctx.lane>(a)
}
