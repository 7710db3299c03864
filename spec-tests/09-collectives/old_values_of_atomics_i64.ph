// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel old_values_of_atomics_i64(C: tensor<i64>[1], O: tensor<i64>[10]) {
    if ctx.thread == 7 {
        O[0] = atomic_add(C, 0, 5)
        O[1] = atomic_min(C, 0, 9)
        O[2] = atomic_max(C, 0, 20)
        O[3] = atomic_and(C, 0, 6)
        O[4] = atomic_or(C, 0, 9)
        O[5] = atomic_xor(C, 0, 3)
        O[6] = atomic_exchange(C, 0, 100)
        O[7] = atomic_cas(C, 0, 99, 1)
        O[8] = atomic_cas(C, 0, 100, 2)
        O[9] = C[0]
    }
}
