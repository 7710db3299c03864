@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
f() g()
if a { } g()
return 1 2
}
