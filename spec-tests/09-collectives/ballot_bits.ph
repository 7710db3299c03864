// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel ballot_bits(P: tensor<bool>[128], O: tensor<i64>[4]) {
    let b = ballot(P[ctx.thread])
    if ctx.lane == 3 {
        O[ctx.warp] = b
    }
}
