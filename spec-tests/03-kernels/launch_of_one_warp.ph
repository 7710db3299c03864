// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel launch_of_one_warp(O: tensor<i32>[N]) {
}
