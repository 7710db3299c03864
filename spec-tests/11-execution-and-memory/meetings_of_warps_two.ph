// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    a = shuffle_down(a & b, 16)
    h = h * 31 + r
    for i0 in range(w, 5, 2) {
        r = min<over ctx.lane>(t & r)
        h = h * 31 + r
        if i0 % 4 < 1 {
            if i0 % 3 == 0 {
                h = h * 31 + 1
                break
            }
            r = and<over ctx.lane>(t ^ t)
            h = h * 31 + r
        }
        if x >= w {
            h = h * 31 + 2
        }
    }
    var n1 = t & 3
    var mn1 = max<over ctx.lane>(n1)
    while mn1 > 0 {
        if n1 > 0 {
            n1 -= 1
            a += n1
        }
        r = max<over ctx.lane>(x - w)
        h = h * 31 + r
        mn1 = max<over ctx.lane>(n1)
    }
    r = or<over ctx.lane>(t & x)
    h = h * 31 + r
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_two(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
