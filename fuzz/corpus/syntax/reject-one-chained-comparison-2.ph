kernel k(A: tensor<f32>[N]) {
let x = a <= b + 1 > c && d
}
