// SPDX-License-Identifier: Apache-2.0
// Each row of X less its mean, divided by its standard deviation, times a gain and plus a bias for each column. One
// block for ROWS rows, which passes over the columns three times: for the mean, for the variance, for the result.
//
//     phobos-run examples/layer_norm.ph --in X=x.npy --in GAIN=g.npy --in BIAS=b.npy --scalar eps=1e-5 \
//         --out O=o.npy --grid "ceil_div(R, ROWS)"
@launch(128)
@autotune(ROWS in [8, 4], COLS in [128, 64])
kernel layer_norm(
    X: tensor<f32>[R, C], GAIN: tensor<f32>[1, C], BIAS: tensor<f32>[1, C], O: tensor<f32>[R, C], eps: f32
) {
    let row = ctx.block.x * ROWS
    let count = f32(C)
    var sums: tile<f32>[ROWS, 1] = 0.0
    for c in range(0, C, COLS) {
        sums += rowsum(X[row :+ ROWS, c :+ COLS])
    }
    let mean = sums / count
    var squares: tile<f32>[ROWS, 1] = 0.0
    for c in range(0, C, COLS) {
        // Past the last column X reads as 0, whose distance from the mean must not count.
        let distance = where(c + iota(COLS) < C, X[row :+ ROWS, c :+ COLS] - mean, 0.0)
        squares += rowsum(distance * distance)
    }
    let deviation = sqrt(squares / count + eps)
    for c in range(0, C, COLS) {
        let unit = (X[row :+ ROWS, c :+ COLS] - mean) / deviation
        O[row :+ ROWS, c :+ COLS] = unit * GAIN[0, c :+ COLS] + BIAS[0, c :+ COLS]
    }
}
