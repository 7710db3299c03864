// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bools_of_neighbours(X: tensor<bool>[128]) {
    X[ctx.thread] = ctx.thread % 2 == 1
}
