// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    for i0 in range(2, -2, -1) {
        r = sum<over ctx.lane>(x + x)
        h = h * 31 + r
        if w > 5 {
            h = h * 31 + 1
            break
        }
        if r % 5 == 1 {
            if w % 2 < 1 {
                h = h * 31 + 2
                continue
            }
            r = or<over ctx.lane>(b ^ w)
            h = h * 31 + r
            if r % 5 == 2 {
                if i0 > i0 {
                    h = h * 31 + 3
                    continue
                }
                if w < r {
                    r = shuffle(a - t, 70)
                    h = h * 31 + r
                    r = popcount(ballot(x % 3 == 2))
                    h = h * 31 + r
                    r = and<over ctx.lane>(x - b)
                    h = h * 31 + r
                    b = shuffle_down(t ^ i0, a)
                    h = h * 31 + r
                }
                if i0 < w {
                    h = h * 31 + 4
                    continue
                }
            } else {
                if w > i0 {
                    r = shuffle(b - a, 5)
                    h = h * 31 + r
                    r = popcount(ballot(t % 3 == 0))
                    h = h * 31 + r
                } else {
                    r = xor<over ctx.lane>(t & b)
                    h = h * 31 + r
                    r = popcount(ballot(x % 3 == 0))
                    h = h * 31 + r
                }
                if r % 4 < 0 {
                    r = sum<over ctx.lane>(b + a)
                    h = h * 31 + r
                    r = sum<over ctx.lane>(x & x)
                    h = h * 31 + r
                    r = sum<over ctx.lane>(a + i0)
                    h = h * 31 + r
                    r = xor<over ctx.lane>(x + r)
                    h = h * 31 + r
                } else {
                    a = shuffle_xor(b & w, x)
                    h = h * 31 + r
                    r = popcount(ballot(x % 3 == 2))
                    h = h * 31 + r
                }
            }
            if r < i0 {
                b = shuffle_xor(t ^ a, 31)
                h = h * 31 + r
                if r == w {
                    a = shuffle_up(a - t, 33)
                    h = h * 31 + r
                    r = popcount(ballot(a % 3 == 1))
                    h = h * 31 + r
                } else {
                    r = shuffle(x ^ t, i0)
                    h = h * 31 + r
                    r = popcount(ballot(x % 3 == 1))
                    h = h * 31 + r
                    r = or<over ctx.lane>(a + a)
                    h = h * 31 + r
                    a = shuffle_up(a ^ r, x)
                    h = h * 31 + r
                }
            }
        }
        if i0 % 4 == 0 {
            r = xor<over ctx.lane>(t ^ r)
            h = h * 31 + r
            r = xor<over ctx.lane>(x - x)
            h = h * 31 + r
            if a > x {
                b += t - t
                h = h * 31 + 5
            }
            if x < i0 {
                a -= b & 3
                h = h * 31 + 6
            }
        }
    }
    a = shuffle(t ^ a, 33)
    h = h * 31 + r
    if r % 5 < 0 {
        r = or<over ctx.lane>(t & w)
        h = h * 31 + r
        if w == 5 {
            return h * 7 + x
        }
        if w % 2 < 2 {
            return h * 7 + x
        }
        r = min<over ctx.lane>(x ^ x)
        h = h * 31 + r
    }
    var n1 = t & 3
    var mn1 = max<over ctx.lane>(n1)
    while mn1 > 0 {
        if n1 > 0 {
            n1 -= 1
            a += n1
        }
        a = shuffle_xor(a + b, 31)
        h = h * 31 + r
        mn1 = max<over ctx.lane>(n1)
    }
    r = popcount(ballot(a % 3 == 1))
    h = h * 31 + r
    var n2 = t & 3
    var mn2 = max<over ctx.lane>(n2)
    while mn2 > 0 {
        if n2 > 0 {
            n2 -= 1
            a += n2
        }
        r = min<over ctx.lane>(t ^ x)
        h = h * 31 + r
        mn2 = max<over ctx.lane>(n2)
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_seven(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
