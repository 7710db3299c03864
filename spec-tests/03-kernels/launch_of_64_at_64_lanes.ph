// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel launch_of_64_at_64_lanes(O: tensor<i32>[N]) {
}
