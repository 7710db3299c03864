// SPDX-License-Identifier: Apache-2.0
kernel warp_barrier_as_operand(O: tensor<i32>[N]) {
    let b = warp_barrier()
}
