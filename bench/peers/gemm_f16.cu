// SPDX-License-Identifier: Apache-2.0
// What bench/kernels/gemm_f16.ph computes, in the order of k and as plainly as can be: to compare results with, not
// times. A thread an element.
using half = unsigned short;

__device__ __forceinline__ float wide(half value) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value));
    return result;
}

__device__ __forceinline__ half narrow(float value) {
    half result;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(value));
    return result;
}

extern "C" __global__ void __launch_bounds__(256) peer(const half* __restrict__ A, const half* __restrict__ B,
                                                       half* __restrict__ C, int M, int K, int N) {
    const int column = blockIdx.x * 128 + threadIdx.x % 128;
    for (int r = threadIdx.x / 128; r < 128; r += 2) {
        const int row = blockIdx.y * 128 + r;
        if (row >= M || column >= N) continue;
        float sum = 0;
        for (int k = 0; k < K; ++k) sum = fmaf(wide(A[size_t(row) * K + k]), wide(B[size_t(k) * N + column]), sum);
        C[size_t(row) * N + column] = narrow(sum);
    }
}
