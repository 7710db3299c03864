// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bool_of_a_thread_stored_by_its_neighbour(X: tensor<bool>[128]) {
    X[ctx.thread / 2] = ctx.thread % 2 == 1
}
