// SPDX-License-Identifier: Apache-2.0
// The game of life: a cell's neighbours are slices of the tile that begin one off, with nothing outside.
fn step(t: tile<u8>[R, C]) -> tile<u8>[R, C] {
    let rows = t[-1 :+ R, :] + t + t[1 :+ R, :]
    let all = rows[:, -1 :+ C] + rows + rows[:, 1 :+ C]
    return where((all == 3) | (all == 4) & (t == 1), u8(1), u8(0))
}

@launch(64)
@autotune(ROWS in [31, 1, 33, 65], COLS in [33, 1, 31, 63])
kernel life_by_slices(X: tensor<u8>[ROWS, COLS], turns: i32, O: tensor<u8>[ROWS, COLS]) {
    var t: tile<u8>[ROWS, COLS] = X[:, :]
    for turn in range(turns) {
        t = step(t)
    }
    O[:, :] = t
}
