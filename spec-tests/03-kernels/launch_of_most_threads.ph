// SPDX-License-Identifier: Apache-2.0
@launch(1024)
kernel launch_of_most_threads(O: tensor<i32>[N]) {
}
