// SPDX-License-Identifier: Apache-2.0
fn is_below(x: bool) -> i32 {
    return where(x, 1, 0)
}
@launch(64)
kernel opposite_chosen_by_sign_constant(T: tensor<i32>[1], B: tensor<i8>[3], Y: tensor<i32>[3], M: tensor<i64>[3],
                                        O: tensor<i32>[9]) {
    let a = i8(-128)
    var b = a
    if a < 0 {
        b = -a
    }
    let c = where(a >= 0, a, -a)
    let d = max(-a, a)
    let x = -2147483648
    var y = x
    if x < 0 {
        y = -x
    }
    let z = where(x >= 0, x, -x)
    let w = max(-x, x)
    let l = i64(-9223372036854775808)
    var m = l
    if l < 0 {
        m = -l
    }
    let o = where(l >= 0, l, -l)
    let p = max(-l, l)
    if ctx.thread == 0 {
        B[0] = b
        B[1] = c
        B[2] = d
        Y[0] = y
        Y[1] = z
        Y[2] = w
        M[0] = m
        M[1] = o
        M[2] = p
        O[0] = is_below(b < 0) + T[min(max(i32(b), 0), 0)]
        O[1] = is_below(c < 0) + T[min(max(i32(c), 0), 0)]
        O[2] = is_below(d < 0) + T[min(max(i32(d), 0), 0)]
        O[3] = is_below(y < 0) + T[min(max(y, 0), 0)]
        O[4] = is_below(z < 0) + T[min(max(z, 0), 0)]
        O[5] = is_below(w < 0) + T[min(max(w, 0), 0)]
        O[6] = is_below(m < 0) + T[min(max(m, 0), 0)]
        O[7] = is_below(o < 0) + T[min(max(o, 0), 0)]
        O[8] = is_below(p < 0) + T[min(max(p, 0), 0)]
    }
}
