// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel first_exchange_wins_once(L: tensor<i32>[1], O: tensor<i32>[1]) {
    let old = atomic_cas(L, ctx.thread / 64, 0, 1)
    if old == 0 {
        atomic_add(O, 0, 1)
    }
}
