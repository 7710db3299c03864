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
        b = shuffle_xor(x + b, 31)
        h = h * 31 + r
        mn0 = max<over ctx.lane>(n0)
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
    r = popcount(ballot(x % 3 == 0))
    h = h * 31 + r
    var n2 = t & 3
    var mn2 = max<over ctx.lane>(n2)
    while mn2 > 0 {
        if n2 > 0 {
            n2 -= 1
            a += n2
        }
        b = shuffle_down(a - b, 31)
        h = h * 31 + r
        mn2 = max<over ctx.lane>(n2)
    }
    var n3 = t & 3
    var mn3 = max<over ctx.lane>(n3)
    while mn3 > 0 {
        if n3 > 0 {
            n3 -= 1
            a += n3
        }
        r = xor<over ctx.lane>(t - t)
        h = h * 31 + r
        mn3 = max<over ctx.lane>(n3)
    }
    var n4 = t & 3
    var mn4 = max<over ctx.lane>(n4)
    while mn4 > 0 {
        if n4 > 0 {
            n4 -= 1
            a += n4
        }
        b = shuffle_up(x ^ r, x)
        h = h * 31 + r
        mn4 = max<over ctx.lane>(n4)
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_five(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
