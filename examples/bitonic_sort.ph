// SPDX-License-Identifier: Apache-2.0
// Sorts each row of X ascending, rows of up to 1024 keys: one block a row, one thread a key. The keys lie in a shared
// buffer; short rows are filled up with the greatest key.
//
//     phobos-run examples/bitonic_sort.ph --in X=x.npy --out O=o.npy --grid R
@launch(1024)
kernel bitonic_sort(X: tensor<i32>[R, N], O: tensor<i32>[R, N]) {
    let r = ctx.block.x
    let me = ctx.thread
    var keys: tile<i32>[ctx.threads]
    var key = 2147483647
    if me < N {
        key = X[r, me]
    }
    keys[me] = key
    barrier()
    var size = 2
    while size <= ctx.threads {
        var stride = size / 2
        while stride > 0 {
            let other = me ^ stride
            if other > me {
                let mine = keys[me]
                let theirs = keys[other]
                let ascending = (me & size) == 0
                if mine != theirs && (mine > theirs) == ascending {
                    keys[me] = theirs
                    keys[other] = mine
                }
            }
            barrier()
            stride /= 2
        }
        size *= 2
    }
    if me < N {
        O[r, me] = keys[me]
    }
}
