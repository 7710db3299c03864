@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
i++
i--
++i
--i
A[0]++
a = b++
}
