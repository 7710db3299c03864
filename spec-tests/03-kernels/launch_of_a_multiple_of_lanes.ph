// SPDX-License-Identifier: Apache-2.0
@launch(192)
kernel launch_of_a_multiple_of_lanes(O: tensor<i32>[N]) {
}
