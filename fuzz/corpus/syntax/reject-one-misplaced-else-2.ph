kernel k(A: tensor<f32>[N]) {
if a { }
else if b { f() }
}
