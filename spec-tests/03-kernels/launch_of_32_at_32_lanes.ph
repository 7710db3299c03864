// SPDX-License-Identifier: Apache-2.0
@launch(32)
kernel launch_of_32_at_32_lanes(O: tensor<i32>[N]) {
}
