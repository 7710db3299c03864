@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
if a = 3 { f() }
while b = 4 { g() }
a = b = c
}
