@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = f16(bf16(f64(i8(u8(i32(u32(i64(b))))))))
}
