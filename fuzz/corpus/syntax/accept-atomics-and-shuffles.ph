@launch(64)
kernel k(A: tensor<f32>[N, M], n: i32) {
let a = atomic_add(A, i, j, 1.0)
let b = shuffle_xor(a, 16)
let c = ballot(a > b)
barrier(); warp_barrier()
}
