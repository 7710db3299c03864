// SPDX-License-Identifier: Apache-2.0
fn filled(t: tile<i32>[M], n: i32) -> i32 {
    let half = n / 2
    let u: tile<i32>[half * 2 - n % 2 + 1, M] = half
    return extent(u, 0) * 100 + extent(u, 1)
}

@launch(2 * ctx.lanes)
@autotune(T in [6])
kernel constants_of_every_form(X: tensor<i32>[5, T], O: tensor<i32>[8]) {
    let a = -(-3) + T % 4
    var s: tile<i32>[ctx.warps * a, extent(X, 0), (T - 1) / 2]
    var w: tile<i32>[ctx.threads / ctx.lanes + 1]
    let r: tile<i32>[T] = 2
    let f = filled(r, 7)
    if ctx.thread == 0 {
        O[0] = extent(s, 0)
        O[1] = extent(s, 1)
        O[2] = extent(s, 2)
        O[3] = extent(w, 0)
        O[4] = f
        O[5] = a
        O[6] = sum(X[4, T - 5 :+ 5])
        O[7] = extent(r, 0)
    }
}
