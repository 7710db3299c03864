// SPDX-License-Identifier: Apache-2.0
fn next(C: tensor<i32>[1]) -> i32 {
    C[0] = C[0] + 1
    return C[0]
}

fn pack(a: i32, b: i32, c: i32) -> i32 {
    return a * 100 + b * 10 + c
}

@launch(64)
kernel evaluation_left_to_right(C: tensor<i32>[1], X: tensor<i32>[4, 4], O: tensor<i32>[5]) {
    if ctx.thread == 0 {
        O[0] = next(C) * 100 + next(C) * 10 + next(C)
        C[0] = 0
        O[1] = pack(next(C), next(C), next(C))
        C[0] = 0
        O[2] = where(next(C) == 1, next(C), next(C)) * 10 + next(C)
        C[0] = 0
        O[3] = X[next(C), next(C)]
        C[0] = 0
        O[4] = fold(next(C), next(C))
    }
}

fn fold(a: i32, b: i32) -> i32 {
    return a - b
}
