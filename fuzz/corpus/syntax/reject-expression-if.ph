@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = if b { c } else { d }
}
