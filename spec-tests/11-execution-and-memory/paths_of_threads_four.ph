// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    let a1 = a & 7
    let b1 = b & 3
    for i0 in range(b1, 0, -1) {
        h = h * 31 + 1
        if b <= t {
            h = h * 31 + 2
        }
        if x % 5 != 0 {
            if x % 4 < 2 || t > 24 {
                h = h * 31 + 3
                continue
            }
            if t > t {
                return h * 7 + x
            }
            b ^= t & x
            h = h * 31 + 4
        }
    }
    if b % 2 < 2 {
        b ^= x - 7
        h = h * 31 + 5
        if x != b {
            b -= a + 3
            h = h * 31 + 6
        }
    } else if b > 10 || a > 4 {
        var n1 = 0
        while n1 < (b & 3) {
            n1 += 1
            h = h * 31 + 7
            b += b & 3
            h = h * 31 + 8
            b = n1 - t
            h = h * 31 + 9
        }
        if x > b {
            let a3 = a & 7
            let b3 = b & 3
            for i2 in range(a3, b3, 1) {
                h = h * 31 + 10
                if x % 3 != 2 || a > 25 {
                    a ^= x ^ 1
                    h = h * 31 + 11
                    a ^= i2 + 7
                    h = h * 31 + 12
                }
                a ^= t ^ 1
                h = h * 31 + 13
            }
            if t > 2 && b > 9 {
                if x % 7 != 3 {
                    b -= a ^ b
                    h = h * 31 + 14
                    a = x & b
                    h = h * 31 + 15
                }
                if a % 4 < 3 {
                    b += t ^ 1
                    h = h * 31 + 16
                    b = a - a
                    h = h * 31 + 17
                } else {
                    b ^= b ^ t
                    h = h * 31 + 18
                }
            }
            let a4 = a & 7
            let b4 = b & 3
            for i3 in range(b4, 0, -1) {
                h = h * 31 + 19
                h = h * 31 + 20
                if t != a && t > 34 {
                    h = h * 31 + 21
                    continue
                }
            }
        }
    }
    if t != a {
        if b == a || b > 38 {
            a -= x + b
            h = h * 31 + 22
            b -= x + 1
            h = h * 31 + 23
        } else {
            h = h * 31 + 24
        }
        h = h * 31 + 25
    }
    var n4 = 0
    while n4 < (b & 3) {
        n4 += 1
        if x < 5 {
            h = h * 31 + 26
            continue
        }
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var n5 = 0
    while n5 < 5 {
        n5 += 1
        if t <= x || n5 > 19 {
            h = h * 31 + 27
            break
        }
        if t % 2 != 3 {
            h = h ^ inner(a, a + 3)
            if n5 % 4 != 3 {
                if n5 >= 5 {
                    a += t & 1
                    h = h * 31 + 28
                }
                if n5 % 7 == 0 {
                    return h * 7 + t
                }
            } else if x > 0 {
                b = t - t
                h = h * 31 + 29
                if x < x {
                    h = h * 31 + 30
                    continue
                }
            }
            if n5 >= b {
                if t < t && t > 8 {
                    h = h * 31 + 31
                    continue
                }
            } else {
                if b == x {
                    h = h * 31 + 32
                    break
                }
            }
        }
    }
    h = h ^ inner(t, t + 2)
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_four(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
