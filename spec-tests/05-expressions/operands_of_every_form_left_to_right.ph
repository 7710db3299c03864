// SPDX-License-Identifier: Apache-2.0
fn next(C: tensor<i32>[1]) -> i32 {
    let old = C[0]
    C[0] = old + 1
    return old
}

kernel operands_of_every_form_left_to_right(C: tensor<i32>[1], O: tensor<i32>[8]) {
    if ctx.thread == 0 {
        O[0] = next(C) * 100 + next(C) * 10 + next(C)
        O[1] = where(next(C) > 0, next(C), next(C))
        O[2] = fma3(next(C), next(C), next(C))
        O[next(C) - 7] = next(C)
        O[4] = max(next(C), next(C)) - min(next(C), next(C))
        if next(C) > 100 && next(C) > 0 { O[7] = 1 }
        O[5] = next(C)
        if next(C) > 0 || next(C) > 0 { O[6] = next(C) }
        O[7] = C[0]
    }
}

fn fma3(a: i32, b: i32, c: i32) -> i32 {
    return a * 10000 + b * 100 + c
}
