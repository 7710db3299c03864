// SPDX-License-Identifier: Apache-2.0
fn next(C: tensor<i32>[2]) -> i32 {
    C[0] = C[0] + 1
    return C[0]
}

@launch(64)
kernel subscripts_of_compound_once(C: tensor<i32>[2], O: tensor<i32>[4]) {
    if ctx.thread == 0 {
        O[next(C)] += 10
        O[next(C)] = next(C)
    }
}
