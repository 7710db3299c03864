// SPDX-License-Identifier: Apache-2.0
@launch(64, 0)
kernel no_blocks_promised(O: tensor<i32>[N]) {
}
