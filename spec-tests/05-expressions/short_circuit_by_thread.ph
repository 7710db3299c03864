// SPDX-License-Identifier: Apache-2.0
fn touch(C: tensor<i32>[64], t: i32, result: bool) -> bool {
    C[t] = C[t] + 1
    return result
}

@launch(64)
kernel short_circuit_by_thread(C: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    let a = t % 2 == 0 && touch(C, t, t % 3 == 0)
    let b = t % 4 == 0 || touch(C, t, t % 5 == 0)
    O[t] = where(a, 1, 0) + where(b, 2, 0)
}
