@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
for (int i = 0; i < n; i++) { f() }
for i = 0; i < n { g() }
for i in 0..n { }
for i in A { }
loop { }
}
