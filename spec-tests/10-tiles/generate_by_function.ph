// SPDX-License-Identifier: Apache-2.0
// Element [i, j] is f(i, j, ...), with scalars and tensors as further arguments, whatever the number of elements that a
// thread computes.
fn of_place(i: i32, j: i32) -> i32 {
    return 1000 * i + j
}
fn hilbert(i: i32, j: i32, x: f32) -> f32 {
    return x / f32(i + j + 1)
}
fn gathered(i: i32, j: i32, table: tensor<i32>[N], X: tensor<f16>[M, K]) -> f16 {
    if j >= K {
        return -1.0
    }
    return X[table[i % N], j] * 2.0
}
fn collatz(i: i32, j: i32, most: i32) -> i32 {
    var n = 8 * i + j + 1
    var steps = 0
    while n != 1 && steps < most {
        n = where(n % 2 == 0, n / 2, 3 * n + 1)
        steps += 1
    }
    return steps
}

@launch(64)
kernel generate_by_function(
    T: tensor<i32>[N], X: tensor<f16>[M, K], x: f32, most: i32, A: tensor<i32>[33, 5], B: tensor<f32>[7, 9],
    C: tensor<f32>[5, 8], D: tensor<i32>[4, 8], E: tensor<f16>[7, 9], F: tensor<i32>[1, 1]
) {
    let a: tile<i32>[33, 5] = generate(of_place)
    A[:, :] = a
    var b: tile<f32>[7, 9] = generate(hilbert, x)
    B[:, :] = b
    let c: tile<f32>[5, 8] = generate(gathered, T, X)
    C[:, :] = c
    let d: tile<i32>[4, 8] = generate(collatz, most)
    D[:, :] = d
    let e: tile<f16>[7, 9] = generate(hilbert, x + 1.0)
    E[:, :] = e
    let f: tile<i32>[1, 1] = generate(of_place)
    F[:, :] = f
}
