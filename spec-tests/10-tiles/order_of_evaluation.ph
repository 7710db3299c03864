// SPDX-License-Identifier: Apache-2.0
// The right side, then the starts of the target, each from left to right, each once. `next` notes in T that it was
// called.
fn next(T: tensor<i32>[1], k: i32) -> i32 {
    barrier()
    let seen = T[0]
    barrier()
    if ctx.thread == 0 {
        T[0] = seen * 10 + k
    }
    return k
}

@launch(64)
kernel order_of_evaluation(T: tensor<i32>[1], O: tensor<i32>[4, 4], P: tensor<i32>[1]) {
    var t: tile<i32>[4, 4] = next(T, 1)
    t[next(T, 4) - 4 :+ 2, next(T, 5) - 5 :+ 3] = next(T, 2) * t[next(T, 3) :+ 2, 1 :+ 3]
    t[next(T, 7) - 5, next(T, 8) - 7 :+ 3] += next(T, 6)
    O[:, :] = t
    P[0] = T[0]
    barrier()
    T[0] = 0
    let u: tile<i32>[2, 2] = t[next(T, 1) :+ 2, 0 :+ 2] * next(T, 2) - next(T, 3)
    t[next(T, 4) - 4 :+ 2, next(T, 5) - 5 :+ 2] += dot(u, t[next(T, 6) - 6 :+ 2, 0 :+ 2])
    O[0 :+ 2, 0 :+ 2] += t[0 :+ 2, 0 :+ 2]
}
