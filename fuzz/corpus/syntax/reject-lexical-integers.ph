@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = 0x + 0xg + 1__0 + 1_ + 08 + 007 + 0b1 + 0X1 + 10u + 18446744073709551616
}
