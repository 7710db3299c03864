@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a =
  1 +
  2
f(
  a,
  b
)
let b = A[
 1,
 2]
}
