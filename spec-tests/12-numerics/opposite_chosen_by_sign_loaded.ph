// SPDX-License-Identifier: Apache-2.0
fn is_below(x: bool) -> i32 {
    return where(x, 1, 0)
}
@launch(64)
kernel opposite_chosen_by_sign_loaded(A: tensor<i8>[N], X: tensor<i32>[N], L: tensor<i64>[N], T: tensor<i32>[1],
                                      B: tensor<i8>[3, N], Y: tensor<i32>[3, N], M: tensor<i64>[3, N],
                                      O: tensor<i32>[9, N]) {
    let n = ctx.thread
    if n < N {
        let a = A[n]
        var b = a
        if a < 0 {
            b = -a
        }
        let c = where(a >= 0, a, -a)
        let d = max(-a, a)
        let x = X[n]
        var y = x
        if x < 0 {
            y = -x
        }
        let z = where(x >= 0, x, -x)
        let w = max(-x, x)
        let l = L[n]
        var m = l
        if l < 0 {
            m = -l
        }
        let o = where(l >= 0, l, -l)
        let p = max(-l, l)
        B[0, n] = b
        B[1, n] = c
        B[2, n] = d
        Y[0, n] = y
        Y[1, n] = z
        Y[2, n] = w
        M[0, n] = m
        M[1, n] = o
        M[2, n] = p
        O[0, n] = is_below(b < 0) + T[min(max(i32(b), 0), 0)]
        O[1, n] = is_below(c < 0) + T[min(max(i32(c), 0), 0)]
        O[2, n] = is_below(d < 0) + T[min(max(i32(d), 0), 0)]
        O[3, n] = is_below(y < 0) + T[min(max(y, 0), 0)]
        O[4, n] = is_below(z < 0) + T[min(max(z, 0), 0)]
        O[5, n] = is_below(w < 0) + T[min(max(w, 0), 0)]
        O[6, n] = is_below(m < 0) + T[min(max(m, 0), 0)]
        O[7, n] = is_below(o < 0) + T[min(max(o, 0), 0)]
        O[8, n] = is_below(p < 0) + T[min(max(p, 0), 0)]
    }
}
