@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = A[1][2]
let b = f(1)[2]
let c = (d)(e)
let g = h.size
let i = threadIdx.x
}
