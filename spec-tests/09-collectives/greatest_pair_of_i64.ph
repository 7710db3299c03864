// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel greatest_pair_of_i64(X: tensor<i64>[128], K: tensor<i64>[128], O: tensor<i64>[2]) {
    var value = X[ctx.thread]
    var key = K[ctx.thread]
    var offset = ctx.lanes / 2
    while offset > 0 {
        let other = shuffle_xor(value, offset)
        let other_key = shuffle_xor(key, offset)
        if other > value || other == value && other_key < key {
            value = other
            key = other_key
        }
        offset /= 2
    }
    var values: tile<i64>[ctx.warps]
    var keys: tile<i64>[ctx.warps]
    if ctx.lane == 0 {
        values[ctx.warp] = value
        keys[ctx.warp] = key
    }
    barrier()
    if ctx.thread == 0 {
        for w in range(1, ctx.warps) {
            if values[w] > value || values[w] == value && keys[w] < key {
                value = values[w]
                key = keys[w]
            }
        }
        O[0] = value
        O[1] = key
    }
}
