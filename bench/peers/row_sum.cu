// SPDX-License-Identifier: Apache-2.0
// The peer of examples/row_sum.ph, written by hand: one block for each row, eight steps under way at once.
extern "C" __global__ void __launch_bounds__(256) peer(const float* __restrict__ X, float* __restrict__ O, int R,
                                                       int K) {
    constexpr int steps = 8;
    __shared__ float partial[8];
    const float* x = X + size_t(blockIdx.x) * K;
    float sum = 0;
    int k = threadIdx.x;
    for (; k + (steps - 1) * 256 < K; k += steps * 256) {
        float values[steps];
#pragma unroll
        for (int u = 0; u < steps; ++u) values[u] = __ldg(x + k + u * 256);
#pragma unroll
        for (int u = 0; u < steps; ++u) sum += values[u];
    }
    for (; k < K; k += 256) sum += x[k];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0U, sum, offset);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x < R) {
        float total = 0;
        for (int i = 0; i < 8; ++i) total += partial[i];
        O[blockIdx.x] = total;
    }
}
