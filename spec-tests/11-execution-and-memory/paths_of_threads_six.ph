// SPDX-License-Identifier: Apache-2.0
fn inner(t: i32, x: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    if x % 5 < 2 {
        if a != b && t > 29 {
            return h * 7 + t
        }
    }
    let a1 = a & 7
    let b1 = b & 3
    for i0 in range(a1, b1, 1) {
        h = h * 31 + 1
        h = h * 31 + 2
    }
    var n1 = 0
    while n1 < (a & 7) {
        n1 += 1
        let a3 = a & 7
        let b3 = b & 3
        for i2 in range(0, a3, 2) {
            h = h * 31 + 3
            for i3 in range(3, -3, -2) {
                h = h * 31 + 4
                if n1 % 5 == 0 {
                    h = h * 31 + 5
                    continue
                }
                a = n1 + 1
                h = h * 31 + 6
            }
            let a5 = a & 7
            let b5 = b & 3
            for i4 in range(0, a5, 2) {
                h = h * 31 + 7
                if i4 <= a {
                    h = h * 31 + 8
                    continue
                }
            }
        }
        if x <= 0 {
            h = h * 31 + 9
            let a6 = a & 7
            let b6 = b & 3
            for i5 in range(a6, b6, 1) {
                h = h * 31 + 10
                h = h * 31 + 11
            }
            let a7 = a & 7
            let b7 = b & 3
            for i6 in range(0, a7, 2) {
                h = h * 31 + 12
                if x % 6 < 1 {
                    h = h * 31 + 13
                    continue
                }
            }
        }
        if a > t {
            h = h * 31 + 14
            if n1 % 3 < 3 {
                h = h * 31 + 15
                continue
            }
            if b < 2 {
                h = h * 31 + 16
                continue
            }
        } else if x != n1 {
            a -= b ^ n1
            h = h * 31 + 17
        }
    }
    return h * 3 + a - b
}

fn walk(t: i32, x: i32, w: i32) -> i32 {
    var h = 1
    var a = t
    var b = x
    b -= t - 1
    h = h * 31 + 18
    a += x ^ a
    h = h * 31 + 19
    if a < x {
        if b > x {
            var n7 = 0
            while n7 < (b & 3) {
                n7 += 1
                a -= b - b
                h = h * 31 + 20
                a ^= b & n7
                h = h * 31 + 21
            }
            b ^= b + 7
            h = h * 31 + 22
        }
    } else if a != b {
        if x % 5 < 2 {
            return h * 7 + a
        }
    }
    let a9 = a & 7
    let b9 = b & 3
    for i8 in range(a9, b9, 1) {
        h = h * 31 + 23
        if t % 4 < 3 {
            if t != t {
                return h * 7 + t
            }
        }
        h = h ^ inner(t, a + 2)
    }
    return h * 3 + a - b
}

@launch(128)
kernel paths_of_threads_six(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = walk(ctx.thread, X[ctx.thread], ctx.warp)
}
