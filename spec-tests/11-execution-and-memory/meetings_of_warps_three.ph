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
        r = xor<over ctx.lane>(b ^ b)
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
        r = shuffle(a & x, 70)
        h = h * 31 + r
        mn1 = max<over ctx.lane>(n1)
    }
    if r % 2 == 2 {
        a = shuffle_xor(t & x, x)
        h = h * 31 + r
        r = max<over ctx.lane>(a + r)
        h = h * 31 + r
        r = shuffle(x + w, r)
        h = h * 31 + r
    } else {
        if b < a {
            if a <= 12 {
                b += b + 3
                h = h * 31 + 1
                a += a - 1
                h = h * 31 + 2
            }
            if t < t {
                b += r - a
                h = h * 31 + 3
                b += x + a
                h = h * 31 + 4
            } else if b >= 0 {
                b = a & b
                h = h * 31 + 5
            }
        }
        if w >= 8 {
            if a >= r {
                b -= b ^ r
                h = h * 31 + 6
                b -= r + t
                h = h * 31 + 7
            }
        }
    }
    if w % 3 == 3 {
        if r > a {
            return h * 7 + w
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_three(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
