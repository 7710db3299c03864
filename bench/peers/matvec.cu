// SPDX-License-Identifier: Apache-2.0
// The peer of examples/matvec.ph, written by hand: one warp for each row of W, eight steps under way at once.
extern "C" __global__ void __launch_bounds__(256) peer(const float* __restrict__ A, const float* __restrict__ W,
                                                       float* __restrict__ O, int K, int N) {
    constexpr int steps = 8;
    const int lane = threadIdx.x & 31;
    const size_t row = size_t(blockIdx.x) * 8 + (threadIdx.x >> 5);
    if (row >= N) return;
    const float* w = W + row * K;
    float sum = 0;
    int k = lane;
    for (; k + (steps - 1) * 32 < K; k += steps * 32) {
        float ws[steps], as[steps];
#pragma unroll
        for (int u = 0; u < steps; ++u) {
            ws[u] = __ldg(w + k + u * 32);
            as[u] = __ldg(A + k + u * 32);
        }
#pragma unroll
        for (int u = 0; u < steps; ++u) sum += ws[u] * as[u];
    }
    for (; k < K; k += 32) sum += w[k] * A[k];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0U, sum, offset);
    if (lane == 0) O[row] = sum;
}
