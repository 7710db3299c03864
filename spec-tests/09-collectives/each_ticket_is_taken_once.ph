// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel each_ticket_is_taken_once(C: tensor<i32>[1], O: tensor<i32>[128]) {
    let ticket = atomic_add(C, ctx.thread / 64, 1)
    atomic_add(O, ticket, 1)
}
