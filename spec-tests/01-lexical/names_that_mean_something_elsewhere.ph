// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel names_that_mean_something_elsewhere(over: i32, unroll: i32, tensor: tensor<i32>[tile], O: tensor<i32>[8]) {
    let range = over + 1
    let launch = unroll + 2
    let min = tensor[0] + 3
    let f32 = 4
    let x = 5
    let thread = 6
    let lane = 7
    let persistent = tile
    if ctx.thread == 0 {
        for range in range(1) { O[0] = range }
        O[1] = launch
        O[2] = min(min, 100)
        O[3] = f32 + i32(f32(f32))
        O[4] = x + ctx.block.x
        O[5] = thread + ctx.thread + range
        O[6] = lane + ctx.lane
        O[7] = persistent
    }
}
