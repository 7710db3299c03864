// SPDX-License-Identifier: Apache-2.0
fn one(x: i32) -> i32 {
    return x + 1
}

fn ten(x: i32) -> i32 {
    return one(x) + one(x) + one(x) + one(x) + one(x) + one(x) + one(x) + one(x) + one(x) + one(x)
}

fn hundred(x: i32) -> i32 {
    return ten(x) + ten(x) + ten(x) + ten(x) + ten(x) + ten(x) + ten(x) + ten(x) + ten(x) + ten(x)
}

fn thousand(x: i32) -> i32 {
    var s = hundred(x) + hundred(x) + hundred(x) + hundred(x) + hundred(x)
    s += hundred(x) + hundred(x) + hundred(x) + hundred(x) + hundred(x)
    return s
}

kernel one_call_above_10000(O: tensor<i32>[N]) {
    var x = thousand(1) + thousand(1) + thousand(1) + thousand(1) + thousand(1)
    x += thousand(1) + thousand(1) + thousand(1) + thousand(1)
    x += one(1) + one(2)
    O[ctx.thread] = x
}
