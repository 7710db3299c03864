// SPDX-License-Identifier: Apache-2.0
@launch(48)
kernel launch_of_no_multiple_of_lanes(O: tensor<i32>[N]) {
}
