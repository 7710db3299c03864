// SPDX-License-Identifier: Apache-2.0
@launch(1088)
kernel launch_of_too_many_threads(O: tensor<i32>[N]) {
}
