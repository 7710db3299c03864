// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var n0 = 0
    while n0 < (b & 3) {
        n0 += 1
        if n0 % 7 == 0 {
            var n1 = 0
            while n1 < (b & 3) {
                n1 += 1
                b = n1 & b
                h = h * 31 + 1
            }
            if a % 6 != 3 {
                if x % 2 != 1 {
                    h = h * 31 + 2
                    continue
                }
            } else if a % 4 == 1 {
                if n0 % 6 == 0 {
                    a = b + a
                    h = h * 31 + 3
                } else {
                    a = t - 1
                    h = h * 31 + 4
                }
                if n0 % 7 == 2 {
                    b = x ^ n0
                    h = h * 31 + 5
                } else {
                    a -= n0 & 7
                    h = h * 31 + 6
                    b += b & x
                    h = h * 31 + 7
                }
            }
        }
    }
    b ^= x + a
    h = h * 31 + 8
    h = h * 31 + 9
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if t == -2 {
        if a < -2 {
            if t % 6 < 0 {
                if x >= t {
                    return h * 7 + x
                }
            } else {
                if x < x {
                    return h * 7 + b
                }
                if x >= x {
                    return h * 7 + x
                }
            }
            var n2 = 0
            while n2 < 5 {
                n2 += 1
                if b % 4 != 3 {
                    h = h * 31 + 10
                    break
                }
            }
        }
        b ^= b & a
        h = h * 31 + 11
    }
    h = h ^ inner(b, t + 2)
    var n3 = 0
    while n3 < (b & 3) {
        n3 += 1
        if b % 2 != 0 {
            h = h * 31 + 12
            break
        }
    }
    if t != t {
        h = h ^ inner(b, t + 4)
        if b % 4 == 1 {
            return h * 7 + a
        }
    } else {
        if a != t {
            h = h ^ inner(t, x + 2)
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_one(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
