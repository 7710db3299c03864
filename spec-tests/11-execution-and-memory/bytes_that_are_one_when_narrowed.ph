// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bytes_that_are_one_when_narrowed(O: tensor<i8>[4]) {
    O[2] = i8(ctx.thread * 256 + 3)
}
