@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = b and c or not d
let e = f mod 2
let g = h ** 2 <> 3
}
