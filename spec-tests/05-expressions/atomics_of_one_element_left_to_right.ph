// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_of_one_element_left_to_right(C: tensor<i32>[1], O: tensor<i32>[8]) {
    if ctx.thread == 0 {
        O[0] = atomic_add(C, 0, 1) * 10 + atomic_add(C, 0, 1)
        O[1] = atomic_add(C, 0, 1) - atomic_add(C, 0, 1)
        O[2] = where(true, atomic_add(C, 0, 1), atomic_add(C, 0, 1))
        O[3] = where(atomic_add(C, 0, 1) == 6, 100, 200)
        O[4] = (atomic_add(C, 0, 1) << 4) - (atomic_add(C, 0, 1) << 1)
        O[5] = where(atomic_add(C, 0, 1) < atomic_add(C, 0, 1), 1, 0)
        O[6] = atomic_exchange(C, 0, 5) % atomic_exchange(C, 0, 3)
        O[7] = atomic_cas(C, 0, atomic_add(C, 0, 1), atomic_add(C, 0, 1) + 50)
    }
}
