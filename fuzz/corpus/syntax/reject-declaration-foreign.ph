@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
f32 a = 1
int b = 2
const c = 3
d: f32 = 4
e := 5
}
