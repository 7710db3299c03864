@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
f(a) = 1
a + b = 2
(c) = 3
ctx.thread = 4
5 = 6
}
