@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = 0 + 7 + 1_000 + 0xFF + 0xdead_BEEF + 18446744073709551615
}
