kernel k(A: tensor<f32>[N]) {
let x = threadIdx.x
}
