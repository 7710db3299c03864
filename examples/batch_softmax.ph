// SPDX-License-Identifier: Apache-2.0
// The softmax of each row of a batch: one block for ROWS rows at once. One pass over the columns keeps the maximum and
// the sum of exponentials above it, a second one writes. softmax.ph is the same by threads.
//
//     phobos-run examples/batch_softmax.ph --in X=x.npy --out O=o.npy --grid "ceil_div(R, ROWS)"
@launch(128)
@autotune(ROWS in [8, 4], COLS in [64, 32])
kernel batch_softmax(X: tensor<f32>[R, C], O: tensor<f32>[R, C]) {
    let row = program_id(0) * ROWS
    var high: tile<f32>[ROWS, 1] = -inf
    var total: tile<f32>[ROWS, 1] = 0.0
    for c in range(0, C, COLS) {
        // Past the last column X reads as 0, which may be the maximum and has a weight: -inf is and has neither.
        let x = where(c + iota(COLS) < C, X[row :+ ROWS, c :+ COLS], -inf)
        let top = max(high, rowmax(x))
        total = total * exp(high - top) + rowsum(exp(x - top))
        high = top
    }
    for c in range(0, C, COLS) {
        let x = where(c + iota(COLS) < C, X[row :+ ROWS, c :+ COLS], -inf)
        O[row :+ ROWS, c :+ COLS] = exp(x - high) / total
    }
}
