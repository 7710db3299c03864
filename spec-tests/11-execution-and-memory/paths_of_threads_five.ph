// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    var n0 = 0
    while n0 < (a & 7) {
        n0 += 1
        h = h * 31 + 1
        if b != b {
            a += t - b
            h = h * 31 + 2
        } else {
            var n1 = 0
            while n1 < (a & 7) {
                n1 += 1
                if a % 4 != 3 {
                    h = h * 31 + 3
                    continue
                }
            }
            if x != x {
                b -= n0 - 1
                h = h * 31 + 4
            } else if a % 7 != 3 {
                b ^= x ^ b
                h = h * 31 + 5
                b ^= b + n0
                h = h * 31 + 6
            } else {
                if n0 <= n0 {
                    b = b - 7
                    h = h * 31 + 7
                    a ^= t + b
                    h = h * 31 + 8
                }
            }
        }
        b += a - 1
        h = h * 31 + 9
    }
    for i2 in range(3, -3, -2) {
        h = h * 31 + 10
        let a4 = a & 7
        let b4 = b & 3
        for i3 in range(a4, b4, 1) {
            h = h * 31 + 11
            let a5 = a & 7
            let b5 = b & 3
            for i4 in range(a5, b5, 1) {
                h = h * 31 + 12
                if i4 >= i2 {
                    h = h * 31 + 13
                    continue
                }
            }
            for i5 in range(3, -3, -2) {
                h = h * 31 + 14
                if i5 % 4 == 3 {
                    b += a - a
                    h = h * 31 + 15
                }
                b += i2 + a
                h = h * 31 + 16
            }
        }
        if x % 6 < 1 {
            if x % 2 < 3 {
                if b < t {
                    a = x - x
                    h = h * 31 + 17
                } else if b % 2 != 2 {
                    a += b & i2
                    h = h * 31 + 18
                    b = x - a
                    h = h * 31 + 19
                } else {
                    b = b & 3
                    h = h * 31 + 20
                }
                h = h * 31 + 21
            } else {
                if t != i2 {
                    h = h * 31 + 22
                    continue
                }
            }
            a = a + b
            h = h * 31 + 23
            h = h * 31 + 24
        } else if i2 > 10 {
            a += a + 3
            h = h * 31 + 25
        }
        if i2 % 4 == 2 {
            let a7 = a & 7
            let b7 = b & 3
            for i6 in range(0, a7, 2) {
                h = h * 31 + 26
                if i2 % 2 == 1 {
                    h = h * 31 + 27
                    break
                }
            }
            if t > x {
                if t % 6 == 2 {
                    h = h * 31 + 28
                    continue
                }
            }
            a -= i2 + i2
            h = h * 31 + 29
        }
    }
    for i7 in range(3, -3, -2) {
        h = h * 31 + 30
        if t % 2 == 2 || x > 32 {
            h = h * 31 + 31
            continue
        }
        if t % 4 != 0 {
            return h * 7 + i7
        }
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    let a9 = a & 7
    let b9 = b & 3
    for i8 in range(0, a9, 2) {
        h = h * 31 + 32
        var n9 = 0
        while n9 < (a & 7) {
            n9 += 1
            if x <= t {
                b += x + b
                h = h * 31 + 33
            } else {
                if t < t || x > 3 {
                    b -= t & x
                    h = h * 31 + 34
                } else if t >= x {
                    b += b & 7
                    h = h * 31 + 35
                    b += a ^ 3
                    h = h * 31 + 36
                }
            }
            h = h ^ inner(i8, i8 + 3)
            b += i8 ^ b
            h = h * 31 + 37
        }
        b = a - 3
        h = h * 31 + 38
    }
    if b % 4 < 0 {
        let a11 = a & 7
        let b11 = b & 3
        for i10 in range(a11, b11, 1) {
            h = h * 31 + 39
            var n11 = 0
            while n11 < (a & 7) {
                n11 += 1
                if b % 5 == 0 {
                    h = h * 31 + 40
                    continue
                }
            }
            if t <= b {
                h = h ^ inner(i10, b + 5)
                if i10 <= 0 && a > 12 {
                    b += b ^ t
                    h = h * 31 + 41
                    a ^= i10 & 7
                    h = h * 31 + 42
                } else if i10 % 6 != 0 {
                    b -= t & 7
                    h = h * 31 + 43
                    b -= t + 1
                    h = h * 31 + 44
                }
            }
            var n12 = 0
            while n12 < 5 {
                n12 += 1
                if a % 5 == 0 {
                    a -= a + 1
                    h = h * 31 + 45
                }
                if x != 7 {
                    b = b ^ 3
                    h = h * 31 + 46
                    a += x ^ 7
                    h = h * 31 + 47
                }
            }
        }
        let a14 = a & 7
        let b14 = b & 3
        for i13 in range(0, a14, 2) {
            h = h * 31 + 48
            let a15 = a & 7
            let b15 = b & 3
            for i14 in range(0, a15, 2) {
                h = h * 31 + 49
                b = i13 ^ i14
                h = h * 31 + 50
                if i14 % 6 < 2 {
                    a -= i13 - b
                    h = h * 31 + 51
                    b ^= a & b
                    h = h * 31 + 52
                } else if x % 5 == 0 {
                    a = t - b
                    h = h * 31 + 53
                    b = t + 7
                    h = h * 31 + 54
                } else {
                    b = t & 1
                    h = h * 31 + 55
                    b -= i13 + t
                    h = h * 31 + 56
                }
            }
        }
        a += b & t
        h = h * 31 + 57
    }
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_five(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
