// SPDX-License-Identifier: Apache-2.0
// What bench/kernels/gemm_f32.ph computes, bit for bit, as plainly as can be: to compare results with, not times. A
// thread an element.
extern "C" __global__ void __launch_bounds__(256) peer(const float* __restrict__ A, const float* __restrict__ B,
                                                       float* __restrict__ C, int M, int K, int N) {
    const int column = blockIdx.x * 128 + threadIdx.x % 128;
    for (int r = threadIdx.x / 128; r < 128; r += 2) {
        const int row = blockIdx.y * 128 + r;
        if (row >= M || column >= N) continue;
        float sum = 0;
        for (int k = 0; k < K; ++k) sum = fmaf(A[size_t(row) * K + k], B[size_t(k) * N + column], sum);
        C[size_t(row) * N + column] = sum;
    }
}
