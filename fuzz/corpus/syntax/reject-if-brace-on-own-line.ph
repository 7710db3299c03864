@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
if a
{
  f()
}
else
{
}

}
