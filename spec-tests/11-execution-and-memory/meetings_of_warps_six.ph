// SPDX-License-Identifier: Apache-2.0
fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var r = 0
    b = shuffle_up(b & w, 16)
    h = h * 31 + r
    b = shuffle_down(x + w, t)
    h = h * 31 + r
    var n0 = t & 3
    var mn0 = max<over ctx.lane>(n0)
    while mn0 > 0 {
        if n0 > 0 {
            n0 -= 1
            a += n0
        }
        r = popcount(ballot(t % 3 == 0))
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
        a = shuffle_up(x ^ x, x)
        h = h * 31 + r
        mn1 = max<over ctx.lane>(n1)
    }
    for i2 in range(0, 3, 1) {
        for i3 in range(2, -2, -1) {
            for i4 in range(0, 3, 1) {
                if i4 % 3 < 2 {
                    h = h * 31 + 1
                    continue
                }
                if i3 % 2 == 0 {
                    h = h * 31 + 2
                    break
                }
                if w > 2 {
                    h = h * 31 + 3
                    break
                }
                if t == 12 {
                    if t % 6 != 1 {
                        b -= a + w
                        h = h * 31 + 4
                        a = i4 ^ i2
                        h = h * 31 + 5
                    } else {
                        b = w + x
                        h = h * 31 + 6
                        a += a + i2
                        h = h * 31 + 7
                    }
                }
            }
            r = xor<over ctx.lane>(b - a)
            h = h * 31 + r
            if r % 2 == 2 {
                h = h * 31 + 8
                continue
            }
        }
        a = shuffle(t - w, 16)
        h = h * 31 + r
    }
    return h * 3 + a - b
}

@launch(128)
kernel meetings_of_warps_six(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
