// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    var n0 = t & 3
    var mn0 = max<over ctx.lane>(n0)
    while mn0 > 0 {
        if n0 > 0 {
            n0 -= 1
            a += n0
        }
        r = min<over ctx.lane>(x ^ x)
        h = h * 31 + r
        mn0 = max<over ctx.lane>(n0)
    }
    r = xor<over ctx.lane>(t - x)
    h = h * 31 + r
    if a == a {
        a = x ^ b
        h = h * 31 + 1
    }
    if x % 3 == 3 {
        a = a & w
        h = h * 31 + 2
        h = h * 31 + 3
    }
    if a % 4 == 1 {
        if b % 2 < 3 {
            return h * 7 + a
        }
        if r <= x {
            return h * 7 + a
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_four(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
