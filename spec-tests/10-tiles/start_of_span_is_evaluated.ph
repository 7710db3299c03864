// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel start_of_span_is_evaluated(A: tensor<i32>[8], a: i32, b: i32, O: tensor<i32>[4]) {
    O[:] = A[a / b : a / b + 4]
}
