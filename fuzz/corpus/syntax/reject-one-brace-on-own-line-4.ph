kernel k(A: tensor<f32>[N]) {
for i in range(3) // c
{ f() }
}
