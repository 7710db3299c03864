// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    for i0 in range(0, 4, 1) {
        h = h * 31 + 1
        a += x + x
        h = h * 31 + 2
        if a % 5 < 1 {
            if b == -3 {
                h = h * 31 + 3
                break
            }
        }
        for i1 in range(3, -3, -2) {
            h = h * 31 + 4
            if t % 3 != 3 {
                if b % 7 < 1 {
                    h = h * 31 + 5
                    break
                }
                b ^= b & i1
                h = h * 31 + 6
            }
            if a % 3 == 0 {
                if i1 % 5 == 1 {
                    return h * 7 + i0
                }
                if t % 4 != 1 {
                    h = h * 31 + 7
                    break
                }
            } else {
                if t % 6 != 1 {
                    return h * 7 + b
                }
                if i1 % 3 == 0 {
                    h = h * 31 + 8
                    break
                }
            }
            var n2 = 0
            while n2 < (a & 7) {
                n2 += 1
                a = n2 ^ n2
                h = h * 31 + 9
            }
        }
    }
    h = h * 31 + 10
    if x <= a {
        let a4 = a & 7
        let b4 = b & 3
        for i3 in range(a4, b4, 1) {
            h = h * 31 + 11
            var n4 = 0
            while n4 < (b & 3) {
                n4 += 1
                a += x & 3
                h = h * 31 + 12
                if a % 2 != 0 {
                    h = h * 31 + 13
                    continue
                }
            }
        }
        var n5 = 0
        while n5 < (a & 7) {
            n5 += 1
            if n5 <= x {
                if x % 6 != 0 {
                    h = h * 31 + 14
                    break
                }
                if t % 5 < 2 {
                    h = h * 31 + 15
                    continue
                }
            } else if a == 6 {
                if n5 % 7 < 3 {
                    h = h * 31 + 16
                    continue
                }
            }
        }
    } else {
        if a % 6 != 1 && b > 25 {
            if b % 3 != 2 {
                if a != a || x > 12 {
                    b += x + 3
                    h = h * 31 + 17
                } else if b <= x || a > 23 {
                    b = t + 1
                    h = h * 31 + 18
                }
            }
            if b % 6 < 3 {
                return h * 7 + b
            }
        }
        b = a + 3
        h = h * 31 + 19
    }
    if a < -5 || x > 36 {
        if b >= 5 {
            var n6 = 0
            while n6 < (b & 3) {
                n6 += 1
                if x % 7 < 0 {
                    return h * 7 + x
                }
                if n6 % 4 == 2 && x > 6 {
                    return h * 7 + a
                }
            }
            if a % 2 != 1 {
                return h * 7 + a
            }
            b += t - t
            h = h * 31 + 20
        } else {
            h = h * 31 + 21
        }
        var n7 = 0
        while n7 < (a & 7) {
            n7 += 1
            if a % 7 == 2 {
                h = h * 31 + 22
                if x % 2 == 2 {
                    return h * 7 + a
                }
            } else if x % 4 == 2 {
                if x < a {
                    b += t ^ a
                    h = h * 31 + 23
                    b += t ^ a
                    h = h * 31 + 24
                } else {
                    a = t + t
                    h = h * 31 + 25
                    a = t - t
                    h = h * 31 + 26
                }
            }
        }
    } else {
        if x % 2 < 0 {
            a += b + 7
            h = h * 31 + 27
            if t < t {
                return h * 7 + b
            }
        }
        b += b + 1
        h = h * 31 + 28
    }
    if b <= a {
        let a9 = a & 7
        let b9 = b & 3
        for i8 in range(b9, 0, -1) {
            h = h * 31 + 29
            if a % 7 == 3 || b > 33 {
                if i8 % 7 < 3 {
                    h = h * 31 + 30
                    break
                }
                if x == b {
                    h = h * 31 + 31
                    break
                }
            } else if i8 <= i8 || i8 > 19 {
                b -= b - 7
                h = h * 31 + 32
            }
            b = a + 3
            h = h * 31 + 33
            if t % 3 == 3 {
                if x % 6 < 3 {
                    h = h * 31 + 34
                    break
                }
            } else if x % 6 == 3 {
                a -= t & t
                h = h * 31 + 35
            }
        }
        let a10 = a & 7
        let b10 = b & 3
        for i9 in range(0, a10, 2) {
            h = h * 31 + 36
            let a11 = a & 7
            let b11 = b & 3
            for i10 in range(b11, 0, -1) {
                h = h * 31 + 37
                if i10 == i10 {
                    h = h * 31 + 38
                    break
                }
                h = h * 31 + 39
            }
        }
    } else if x < x {
        if b >= x {
            return h * 7 + t
        }
        b = t ^ a
        h = h * 31 + 40
        a += t + 3
        h = h * 31 + 41
    } else {
        h = h * 31 + 42
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if a != 2 {
        if a == x {
            if b % 2 != 3 {
                if b < b && t > -2 {
                    b += t + x
                    h = h * 31 + 43
                }
                if a % 6 != 1 {
                    b += x - 1
                    h = h * 31 + 44
                    a -= a + b
                    h = h * 31 + 45
                } else {
                    b ^= x ^ b
                    h = h * 31 + 46
                }
            }
            if b != 12 {
                if x > 8 {
                    return h * 7 + t
                }
                a += t - x
                h = h * 31 + 47
            } else {
                if t % 7 == 1 {
                    b -= a - x
                    h = h * 31 + 48
                    b += t ^ x
                    h = h * 31 + 49
                } else {
                    b ^= t - t
                    h = h * 31 + 50
                }
            }
        } else if x % 3 < 1 {
            a ^= a & x
            h = h * 31 + 51
        }
        h = h ^ inner(a, b + 4)
        if x > 6 && b > 23 {
            return h * 7 + x
        }
    } else {
        if t == t {
            return h * 7 + b
        }
        if a == a || x > 7 {
            return h * 7 + b
        }
    }
    if t % 4 == 2 {
        if a > t {
            if b % 3 < 0 {
                a += b ^ 1
                h = h * 31 + 52
                if x >= x && a > 4 {
                    return h * 7 + t
                }
            } else if t % 4 < 0 {
                a = x ^ x
                h = h * 31 + 53
            }
        } else if a % 2 == 2 {
            if t != 5 {
                return h * 7 + x
            }
        } else {
            a ^= t ^ 7
            h = h * 31 + 54
            if a >= a {
                return h * 7 + a
            }
        }
        for i11 in range(3, -3, -2) {
            h = h * 31 + 55
            let a13 = a & 7
            let b13 = b & 3
            for i12 in range(b13, 0, -1) {
                h = h * 31 + 56
                b -= a & i12
                h = h * 31 + 57
            }
            if t < i11 {
                if t > 3 || b > 23 {
                    b -= x + i11
                    h = h * 31 + 58
                    a = x & a
                    h = h * 31 + 59
                }
                if a != i11 {
                    h = h * 31 + 60
                    break
                }
            } else if t <= x || t > 24 {
                if i11 >= x {
                    h = h * 31 + 61
                    continue
                }
                h = h ^ inner(a, i11 + 2)
            } else {
                if b % 5 != 2 {
                    a ^= b & x
                    h = h * 31 + 62
                } else {
                    b += b ^ 1
                    h = h * 31 + 63
                }
                if b % 5 < 3 {
                    a ^= t & 7
                    h = h * 31 + 64
                    b -= b - 1
                    h = h * 31 + 65
                } else if t <= t {
                    a = x + 3
                    h = h * 31 + 66
                    b += b + 1
                    h = h * 31 + 67
                }
            }
        }
        var n13 = 0
        while n13 < 5 {
            n13 += 1
            a -= t + a
            h = h * 31 + 68
        }
    }
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_eight(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
