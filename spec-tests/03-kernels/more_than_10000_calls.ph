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

kernel more_than_10000_calls(O: tensor<i32>[N]) {
    var x = 0
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1) + hundred(1)
    x += hundred(1) + hundred(1) + hundred(1)
    O[ctx.thread] = x
}
