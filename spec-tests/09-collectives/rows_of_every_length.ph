// SPDX-License-Identifier: Apache-2.0
// Each row has a warp of its own: its sum, greatest element and where it first stands, prefix sums by shuffles, and how
// many elements are positive, in steps of a warp with a ragged last one.
@launch(ctx.lanes)
kernel rows_of_every_length(X: tensor<i32>[R, C], O: tensor<i32>[R, 5], P: tensor<i32>[R, C]) {
    let r = ctx.block.x
    var total = 0
    var best = -2147483648
    var place = 2147483647
    var positive = 0
    var turns = 0
    var before = 0
    for first in range(0, C, ctx.lanes) {
        let c = first + ctx.lane
        var x = 0
        if c < C {
            x = X[r, c]
            if x > best {
                best = x
                place = c
            }
        }
        var prefix = x
        var step = 1
        while step < ctx.lanes {
            let below = shuffle_up(prefix, step)
            if ctx.lane >= step { prefix += below }
            step *= 2
        }
        if c < C { P[r, c] = before + prefix }
        before += shuffle(prefix, ctx.lanes - 1)
        positive += popcount(ballot(x > 0))
        total += sum<over ctx.lane>(x)
        turns += 1
    }
    let greatest = max<over ctx.lane>(best)
    let first_place = min<over ctx.lane>(where(best == greatest, place, 2147483647))
    if ctx.lane == 0 {
        O[r, 0] = total
        O[r, 1] = greatest
        O[r, 2] = where(C == 0, -1, first_place)
        O[r, 3] = positive
        O[r, 4] = turns
    }
}
