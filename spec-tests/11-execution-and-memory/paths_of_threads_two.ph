// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if t % 6 != 0 {
        for i0 in range(0, 4, 1) {
            h = h * 31 + 1
            if x % 6 < 1 || x > 12 {
                if i0 == -4 || x > -1 {
                    h = h * 31 + 2
                    break
                }
                a += x - b
                h = h * 31 + 3
            } else if b != i0 {
                a -= x - x
                h = h * 31 + 4
            } else {
                if i0 > 3 {
                    h = h * 31 + 5
                    continue
                }
            }
            if a > a {
                h = h * 31 + 6
                break
            }
        }
        if x < b && t > 17 {
            if a != 4 {
                a ^= b + 7
                h = h * 31 + 7
            } else if a <= x {
                b += a ^ t
                h = h * 31 + 8
                if t % 5 == 1 && x > 15 {
                    return h * 7 + a
                }
            } else {
                h = h * 31 + 9
            }
        } else if t % 7 == 2 {
            if t % 4 != 1 {
                return h * 7 + t
            }
        } else {
            if t % 3 != 2 {
                if b % 6 == 2 {
                    b ^= b & x
                    h = h * 31 + 10
                    b = a ^ 3
                    h = h * 31 + 11
                } else {
                    a ^= t & t
                    h = h * 31 + 12
                    a ^= b - 1
                    h = h * 31 + 13
                }
            } else if b != a {
                if x > x && b > 14 {
                    a ^= a + 7
                    h = h * 31 + 14
                    b -= a - 3
                    h = h * 31 + 15
                }
            } else {
                if x % 7 != 0 && a > 21 {
                    return h * 7 + t
                }
            }
            var n1 = 0
            while n1 < 5 {
                n1 += 1
                if t % 4 < 0 && a > 14 {
                    h = h * 31 + 16
                    break
                }
                h = h * 31 + 17
            }
        }
        for i2 in range(3, -3, -2) {
            h = h * 31 + 18
            h = h * 31 + 19
            let a4 = a & 7
            let b4 = b & 3
            for i3 in range(0, a4, 2) {
                h = h * 31 + 20
                h = h * 31 + 21
            }
        }
    } else {
        if x >= x {
            if b <= 0 {
                if a >= b {
                    return h * 7 + a
                }
            } else if b % 7 < 1 && x > -4 {
                if a % 6 != 3 {
                    return h * 7 + t
                }
            }
        }
        if a % 7 != 0 || x > 29 {
            return h * 7 + x
        }
    }
    if a % 3 != 3 {
        b += b ^ 1
        h = h * 31 + 22
    } else {
        if x % 3 < 3 {
            if t % 4 == 1 && x > 21 {
                if t == 8 {
                    b -= t & 3
                    h = h * 31 + 23
                }
            } else {
                if b % 2 != 2 {
                    return h * 7 + a
                }
                b += b & a
                h = h * 31 + 24
            }
        } else if x > 11 {
            if t <= b || x > 10 {
                a = t ^ x
                h = h * 31 + 25
            }
            let a5 = a & 7
            let b5 = b & 3
            for i4 in range(0, a5, 2) {
                h = h * 31 + 26
                if x > a {
                    h = h * 31 + 27
                    break
                }
                if a != -3 {
                    h = h * 31 + 28
                    continue
                }
            }
        } else {
            h = h * 31 + 29
        }
        if a == 10 || x > 2 {
            return h * 7 + x
        }
        b = a & b
        h = h * 31 + 30
    }
    var n5 = 0
    while n5 < 5 {
        n5 += 1
        if t % 7 < 2 {
            for i6 in range(0, 4, 1) {
                h = h * 31 + 31
                if t % 4 < 3 {
                    b -= t + n5
                    h = h * 31 + 32
                    b += a & n5
                    h = h * 31 + 33
                } else {
                    b -= i6 - i6
                    h = h * 31 + 34
                    a = n5 - i6
                    h = h * 31 + 35
                }
            }
        }
    }
    if x % 6 != 1 {
        b += a & b
        h = h * 31 + 36
        if t % 3 != 3 {
            if a % 2 == 0 {
                if a % 5 != 0 {
                    return h * 7 + t
                }
            } else {
                a = b + b
                h = h * 31 + 37
                if b % 2 == 1 {
                    return h * 7 + t
                }
            }
            if t % 3 == 3 {
                h = h * 31 + 38
            } else if a % 6 < 1 || a > -2 {
                if a % 6 != 2 {
                    return h * 7 + a
                }
            }
        } else if b % 3 < 1 {
            if t % 6 != 1 {
                return h * 7 + a
            }
            b = x + 1
            h = h * 31 + 39
            if b == -2 {
                return h * 7 + x
            }
        } else {
            h = h * 31 + 40
            b -= b + a
            h = h * 31 + 41
        }
        if x == 0 {
            if x > x {
                if t % 5 < 1 && a > 18 {
                    b ^= a + t
                    h = h * 31 + 42
                }
                if x != a || b > 17 {
                    a = b ^ a
                    h = h * 31 + 43
                } else {
                    a -= t + a
                    h = h * 31 + 44
                }
            }
            if x <= a || x > 16 {
                b = x ^ 7
                h = h * 31 + 45
            } else if a % 4 == 2 {
                if x % 4 == 3 && x > 32 {
                    return h * 7 + a
                }
                b += b - 7
                h = h * 31 + 46
            }
            if x < a {
                if a % 7 != 3 {
                    return h * 7 + x
                }
            } else if t % 7 < 1 {
                if b % 5 == 0 {
                    return h * 7 + a
                }
            } else {
                if x % 6 != 0 {
                    a -= x & t
                    h = h * 31 + 47
                    b += b - 3
                    h = h * 31 + 48
                }
                if x != a && a > 10 {
                    return h * 7 + t
                }
            }
        } else {
            var n7 = 0
            while n7 < (a & 7) {
                n7 += 1
                if x % 7 != 3 {
                    h = h * 31 + 49
                    continue
                }
            }
            var n8 = 0
            while n8 < (b & 3) {
                n8 += 1
                if t % 3 < 1 {
                    h = h * 31 + 50
                    continue
                }
                if x % 6 != 3 {
                    a = b & x
                    h = h * 31 + 51
                } else if a == n8 {
                    a -= t ^ x
                    h = h * 31 + 52
                }
            }
        }
    } else {
        var n9 = 0
        while n9 < (b & 3) {
            n9 += 1
            let a11 = a & 7
            let b11 = b & 3
            for i10 in range(0, a11, 2) {
                h = h * 31 + 53
                a -= a & t
                h = h * 31 + 54
            }
            if n9 % 7 != 2 || a > 33 {
                if b < n9 {
                    h = h * 31 + 55
                    break
                }
            }
            if b == b {
                a = b + x
                h = h * 31 + 56
            } else {
                b += n9 ^ n9
                h = h * 31 + 57
                b ^= a & b
                h = h * 31 + 58
            }
        }
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if t % 3 < 2 {
        a -= t & 7
        h = h * 31 + 59
        b -= a & 1
        h = h * 31 + 60
        a ^= t + x
        h = h * 31 + 61
    }
    for i11 in range(3, -3, -2) {
        h = h * 31 + 62
        if i11 != a {
            if x % 6 != 1 {
                h = h * 31 + 63
                continue
            }
        } else {
            let a13 = a & 7
            let b13 = b & 3
            for i12 in range(0, a13, 2) {
                h = h * 31 + 64
                if i11 % 2 != 0 {
                    h = h * 31 + 65
                    continue
                }
                if x <= a {
                    h = h * 31 + 66
                    continue
                }
            }
            if t % 5 < 0 {
                if i11 > a && i11 > 14 {
                    b ^= i11 ^ a
                    h = h * 31 + 67
                    b ^= i11 & 3
                    h = h * 31 + 68
                }
            }
            if a > i11 {
                h = h * 31 + 69
                break
            }
        }
    }
    for i13 in range(3, -3, -2) {
        h = h * 31 + 70
        h = h ^ inner(i13, b + 4)
        var n14 = 0
        while n14 < (a & 7) {
            n14 += 1
            if n14 % 7 < 2 {
                if n14 < t {
                    h = h * 31 + 71
                    break
                }
            } else {
                if x % 4 != 3 && a > 32 {
                    h = h * 31 + 72
                    break
                }
            }
        }
        for i15 in range(0, 4, 1) {
            h = h * 31 + 73
            h = h ^ inner(t, x + 3)
            h = h ^ inner(i13, i15 + 3)
        }
    }
    if b > b {
        h = h ^ inner(a, a + 1)
    } else if b >= a {
        if a > x {
            if t % 4 < 3 || a > -2 {
                if a > a {
                    b = b - a
                    h = h * 31 + 74
                } else {
                    a ^= t + t
                    h = h * 31 + 75
                }
            }
        }
        if x % 2 < 1 {
            h = h ^ inner(x, t + 0)
            if x % 5 < 2 {
                if x < 7 {
                    a += x & a
                    h = h * 31 + 76
                    b -= x + t
                    h = h * 31 + 77
                } else if t <= 12 {
                    a += a - b
                    h = h * 31 + 78
                    a = t + b
                    h = h * 31 + 79
                }
            } else {
                if a % 6 < 0 && a > 22 {
                    return h * 7 + t
                }
                if x != -3 {
                    return h * 7 + x
                }
            }
            if t < 2 {
                h = h ^ inner(t, t + 3)
                if b > b {
                    return h * 7 + t
                }
            } else if t % 7 != 0 {
                if a != x {
                    return h * 7 + t
                }
                if b != a {
                    return h * 7 + x
                }
            } else {
                if t % 6 < 1 {
                    return h * 7 + x
                }
                if x % 5 == 0 || a > 16 {
                    return h * 7 + t
                }
            }
        }
        if a % 5 < 3 {
            return h * 7 + x
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_two(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
