// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    if b > w {
        if t % 6 == 2 {
            b -= w - w
            h = h * 31 + 1
        } else if t <= 5 || w > 31 {
            a ^= x ^ a
            h = h * 31 + 2
            a += w + x
            h = h * 31 + 3
        }
        a -= b + r
        h = h * 31 + 4
    }
    r = xor<over ctx.lane>(b & r)
    h = h * 31 + r
    r = sum<over ctx.lane>(b & a)
    h = h * 31 + r
    var n0 = t & 3
    var mn0 = max<over ctx.lane>(n0)
    while mn0 > 0 {
        if n0 > 0 {
            n0 -= 1
            a += n0
        }
        r = popcount(ballot(x % 3 == 2))
        h = h * 31 + r
        mn0 = max<over ctx.lane>(n0)
    }
    if b % 3 == 1 {
        if r % 7 == 3 {
            a -= x - a
            h = h * 31 + 5
            a = t + w
            h = h * 31 + 6
        }
        b -= a & a
        h = h * 31 + 7
    }
    var n1 = t & 3
    var mn1 = max<over ctx.lane>(n1)
    while mn1 > 0 {
        if n1 > 0 {
            n1 -= 1
            a += n1
        }
        r = popcount(ballot(b % 3 == 0))
        h = h * 31 + r
        mn1 = max<over ctx.lane>(n1)
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_one(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
