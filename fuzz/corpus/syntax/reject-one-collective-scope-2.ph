kernel k(A: tensor<f32>[N]) {
let x = max<block>(a)
}
