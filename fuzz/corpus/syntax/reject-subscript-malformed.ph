@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = A[]
let b = A[:+ 4]
let c = A[1 : 2 : 3]
let d = A[1,]
}
