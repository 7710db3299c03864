@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
var s: tile<f32>[16, 16] = dot_t(q, A[i :+ 16, :])
s = where(s > 0.0, exp(s - rowmax(s)), 0.0)
let p: tile<f16>[16, 16] = s / rowsum(s)
}
