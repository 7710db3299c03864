// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    h = h * 31 + 1
    a ^= b - 1
    h = h * 31 + 2
    h = h * 31 + 3
    for i0 in range(3, -3, -2) {
        h = h * 31 + 4
        if b % 6 == 2 {
            return h * 7 + x
        }
        h = h * 31 + 5
        let a2 = a & 7
        let b2 = b & 3
        for i1 in range(b2, 0, -1) {
            h = h * 31 + 6
            b += t ^ 1
            h = h * 31 + 7
        }
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if a % 7 < 3 && a > 35 {
        for i2 in range(3, -3, -2) {
            h = h * 31 + 8
            b ^= x ^ 1
            h = h * 31 + 9
        }
    } else if t > b || b > 13 {
        if t % 6 == 3 {
            return h * 7 + a
        }
        var n3 = 0
        while n3 < (b & 3) {
            n3 += 1
            h = h ^ inner(b, t + 4)
        }
        h = h ^ inner(x, b + 1)
    }
    if a == -5 {
        if a == t {
            if x % 5 == 2 {
                if a % 7 < 2 {
                    b ^= b - t
                    h = h * 31 + 10
                    a -= x & 7
                    h = h * 31 + 11
                } else {
                    b ^= x & 1
                    h = h * 31 + 12
                    b -= x & 1
                    h = h * 31 + 13
                }
                if x < b {
                    return h * 7 + t
                }
            }
        }
    } else {
        if t % 7 != 0 {
            a ^= x - 1
            h = h * 31 + 14
        } else if t % 7 < 0 {
            if a > x {
                if x % 3 < 1 {
                    b -= b ^ b
                    h = h * 31 + 15
                    a ^= b ^ b
                    h = h * 31 + 16
                } else if x < a {
                    a ^= x + a
                    h = h * 31 + 17
                }
                h = h ^ inner(a, x + 1)
            } else {
                if a < a {
                    return h * 7 + b
                }
                if t == 9 {
                    a ^= b + 7
                    h = h * 31 + 18
                } else if a >= t {
                    b = t - 3
                    h = h * 31 + 19
                    b = a - a
                    h = h * 31 + 20
                } else {
                    b = x & 1
                    h = h * 31 + 21
                    a ^= x ^ 7
                    h = h * 31 + 22
                }
            }
            var n4 = 0
            while n4 < 5 {
                n4 += 1
                if n4 % 7 != 3 {
                    h = h * 31 + 23
                    continue
                }
            }
            for i5 in range(3, -3, -2) {
                h = h * 31 + 24
                a -= t + 7
                h = h * 31 + 25
                if i5 <= -2 && a > 9 {
                    a = a - 3
                    h = h * 31 + 26
                } else {
                    b = t & t
                    h = h * 31 + 27
                    b -= b - 1
                    h = h * 31 + 28
                }
            }
        }
    }
    h = h ^ inner(t, a + 5)
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_seven(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
