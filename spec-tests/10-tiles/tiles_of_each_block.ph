// SPDX-License-Identifier: Apache-2.0
// Every block has its own tiles; `program_id` tells the block, in three dimensions.
@launch(64)
kernel tiles_of_each_block(O: tensor<i32>[2, 3, 4, 5]) {
    let x = program_id(0)
    let y = program_id(1)
    let z = program_id(2)
    var t: tile<i32>[1, 1, 1, 5] = 100 * z + 10 * y + x
    t[0, 0, 0, x] = -1
    O[z, y, x, :] = t
}
