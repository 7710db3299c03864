@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
if a { if b { if c { f() } else { g() } } }
}
