// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var n0 = 0
    while n0 < 5 {
        n0 += 1
        if a % 5 != 1 {
            if b % 5 != 1 {
                return h * 7 + n0
            }
        }
        let a2 = a & 7
        let b2 = b & 3
        for i1 in range(0, a2, 2) {
            h = h * 31 + 1
            b ^= x ^ 1
            h = h * 31 + 2
            if a % 4 < 1 {
                if a != a {
                    a = a ^ b
                    h = h * 31 + 3
                }
            } else {
                if x % 4 < 2 {
                    a ^= a ^ 7
                    h = h * 31 + 4
                    a = x & 1
                    h = h * 31 + 5
                } else if b % 2 == 3 {
                    a += n0 ^ b
                    h = h * 31 + 6
                } else {
                    a += x + t
                    h = h * 31 + 7
                    a = a & 3
                    h = h * 31 + 8
                }
            }
            let a3 = a & 7
            let b3 = b & 3
            for i2 in range(a3, b3, 1) {
                h = h * 31 + 9
                h = h * 31 + 10
            }
        }
    }
    h = h * 31 + 11
    var n3 = 0
    while n3 < (a & 7) {
        n3 += 1
        if a % 6 == 1 {
            if n3 % 5 < 0 && b > 9 {
                if b % 6 < 1 {
                    a ^= t & x
                    h = h * 31 + 12
                    a = b & b
                    h = h * 31 + 13
                } else {
                    b = a & n3
                    h = h * 31 + 14
                    b = n3 - 3
                    h = h * 31 + 15
                }
                if n3 == 6 {
                    a = x - 3
                    h = h * 31 + 16
                }
            } else if x % 5 < 0 && a > 6 {
                if t % 2 != 0 && x > 26 {
                    h = h * 31 + 17
                    break
                }
                a = n3 ^ 7
                h = h * 31 + 18
            }
        } else {
            let a5 = a & 7
            let b5 = b & 3
            for i4 in range(a5, b5, 1) {
                h = h * 31 + 19
                h = h * 31 + 20
                if b <= i4 {
                    h = h * 31 + 21
                    break
                }
            }
            if n3 != a {
                return h * 7 + b
            }
            for i5 in range(3, -3, -2) {
                h = h * 31 + 22
                h = h * 31 + 23
            }
        }
        if x % 2 == 1 {
            if a < x {
                if t == t {
                    h = h * 31 + 24
                    break
                }
                b += a & t
                h = h * 31 + 25
            } else if n3 % 6 == 1 {
                h = h * 31 + 26
                if t % 6 != 1 {
                    a -= x + n3
                    h = h * 31 + 27
                }
            } else {
                if t % 6 == 2 || n3 > 27 {
                    return h * 7 + a
                }
                if a % 6 == 1 {
                    h = h * 31 + 28
                    break
                }
            }
            b ^= n3 & b
            h = h * 31 + 29
        } else {
            var n6 = 0
            while n6 < 5 {
                n6 += 1
                if a % 2 != 0 || n3 > 12 {
                    b ^= b & n3
                    h = h * 31 + 30
                } else if x % 7 == 1 {
                    a += n6 & b
                    h = h * 31 + 31
                    b ^= t ^ n6
                    h = h * 31 + 32
                } else {
                    b ^= n3 + n6
                    h = h * 31 + 33
                    b += n6 & 1
                    h = h * 31 + 34
                }
            }
            let a8 = a & 7
            let b8 = b & 3
            for i7 in range(b8, 0, -1) {
                h = h * 31 + 35
                a += t - i7
                h = h * 31 + 36
            }
            h = h * 31 + 37
        }
        b = a - 7
        h = h * 31 + 38
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var n8 = 0
    while n8 < 5 {
        n8 += 1
        b += a ^ 7
        h = h * 31 + 39
        b = a ^ 7
        h = h * 31 + 40
        if t % 7 < 0 {
            if b >= -3 {
                h = h * 31 + 41
                break
            }
        } else {
            if x < a {
                h = h * 31 + 42
                continue
            }
            for i9 in range(3, -3, -2) {
                h = h * 31 + 43
                b -= t + 3
                h = h * 31 + 44
            }
            h = h ^ inner(b, a + 4)
        }
    }
    h = h ^ inner(x, b + 3)
    h = h ^ inner(b, b + 4)
    let a11 = a & 7
    let b11 = b & 3
    for i10 in range(0, a11, 2) {
        h = h * 31 + 45
        var n11 = 0
        while n11 < (b & 3) {
            n11 += 1
            var n12 = 0
            while n12 < (a & 7) {
                n12 += 1
                h = h ^ inner(x, a + 5)
                a = b & n12
                h = h * 31 + 46
            }
        }
        var n13 = 0
        while n13 < (b & 3) {
            n13 += 1
            if b % 2 == 3 && x > 9 {
                return h * 7 + x
            }
        }
    }
    h = h ^ inner(a, b + 2)
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_three(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
