// SPDX-License-Identifier: Apache-2.0
@launch(0)
kernel launch_of_no_threads(O: tensor<i32>[N]) {
}
