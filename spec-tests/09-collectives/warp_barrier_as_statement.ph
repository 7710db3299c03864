// SPDX-License-Identifier: Apache-2.0
kernel warp_barrier_as_statement(O: tensor<i32>[N]) {
    warp_barrier()
}
