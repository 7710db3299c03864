// SPDX-License-Identifier: Apache-2.0
kernel atomic_by_one_thread(O: tensor<i32>[N]) {
    atomic_add(O, ctx.thread, 1)
}
