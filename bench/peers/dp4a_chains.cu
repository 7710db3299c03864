// SPDX-License-Identifier: Apache-2.0
// The twin of bench/kernels/dp4a_chains.ph, written by hand.
extern "C" __global__ void __launch_bounds__(256) peer(const int* __restrict__ A, const int* __restrict__ B,
                                                       int* __restrict__ O, int turns, int) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int a = A[i], b = B[i];
    constexpr int turns_at_once = 128 / CHAINS;
    int c[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) c[j] = j;
#pragma unroll turns_at_once
    for (int t = 0; t < turns; ++t)
#pragma unroll
        for (int j = 0; j < CHAINS; ++j) c[j] = __dp4a(a, b, c[j]);
    int all = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) all += c[j];
    O[i] = all;
}
