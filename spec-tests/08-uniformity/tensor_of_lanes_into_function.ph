// SPDX-License-Identifier: Apache-2.0
fn first(s: tile<i32>[C]) -> i32 {
    return s[0]
}

kernel tensor_of_lanes_into_function(O: tensor<i32>[N]) {
    var s: tile<i32>[256]
    s[ctx.thread] = ctx.lane
    barrier()
    if first(s) > 0 {
        barrier()
    }
}
