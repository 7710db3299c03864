// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    for i0 in range(0, 3, 1) {
        r = xor<over ctx.lane>(a + b)
        h = h * 31 + r
        for i1 in range(w, 5, 2) {
            if r < w {
                h = h * 31 + 1
                break
            }
            if i0 == x {
                a -= a - i0
                h = h * 31 + 2
            }
        }
        for i2 in range(0, w, 1) {
            if t % 6 == 1 {
                if t >= -5 {
                    a += x + i2
                    h = h * 31 + 3
                    b = i2 - b
                    h = h * 31 + 4
                }
            }
            if a % 4 == 0 {
                if b != 5 || r > 9 {
                    a = r + i0
                    h = h * 31 + 5
                } else if a % 6 != 1 {
                    b += i0 + w
                    h = h * 31 + 6
                }
                h = h * 31 + 7
            }
            if i2 % 2 == 2 {
                r = or<over ctx.lane>(t - i0)
                h = h * 31 + r
                r = popcount(ballot(b % 3 == 1))
                h = h * 31 + r
                b = shuffle_xor(b & t, t)
                h = h * 31 + r
            }
            r = or<over ctx.lane>(t & i0)
            h = h * 31 + r
        }
    }
    r = sum<over ctx.lane>(a & w)
    h = h * 31 + r
    b = shuffle_down(t + r, b)
    h = h * 31 + r
    r = sum<over ctx.lane>(a - b)
    h = h * 31 + r
    r = popcount(ballot(b % 3 == 2))
    h = h * 31 + r
    if t % 6 < 3 {
        if t == w {
            a = x + r
            h = h * 31 + 8
            b ^= t + 7
            h = h * 31 + 9
        } else if x % 2 != 3 {
            b = x & b
            h = h * 31 + 10
            b -= t + r
            h = h * 31 + 11
        }
        if b % 2 == 2 {
            a += x & 1
            h = h * 31 + 12
            a += x ^ w
            h = h * 31 + 13
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_eight(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
