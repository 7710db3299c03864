@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a =
let b = c +
f(, d)
let e = * 3
let g = +h
}
