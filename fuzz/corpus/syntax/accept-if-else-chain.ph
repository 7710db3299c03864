@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
if a { f() } else if b { } else if c { g() } else { h() }
}
