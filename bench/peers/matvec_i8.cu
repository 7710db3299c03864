// SPDX-License-Identifier: Apache-2.0
// The peer of examples/matvec_i8.ph, written by hand: one warp for each row of W, 16 bytes a lane and step, four steps
// under way at once.
using int8 = signed char;

__device__ __forceinline__ int product(int4 a, int4 w, int sum) {
    sum = __dp4a(a.x, w.x, sum);
    sum = __dp4a(a.y, w.y, sum);
    sum = __dp4a(a.z, w.z, sum);
    return __dp4a(a.w, w.w, sum);
}

extern "C" __global__ void __launch_bounds__(256) peer(const int8* __restrict__ A, const int8* __restrict__ W,
                                                       float* __restrict__ O, int K, int N) {
    constexpr int steps = 4;
    const int lane = threadIdx.x & 31;
    const size_t row = size_t(blockIdx.x) * 8 + (threadIdx.x >> 5);
    if (row >= N) return;
    const int8* w = W + row * K;
    float sum = 0;
    int k = lane * 16;
    for (; k + (steps - 1) * 512 < K; k += steps * 512) {
        int4 ws[steps], as[steps];
#pragma unroll
        for (int u = 0; u < steps; ++u) {
            ws[u] = __ldg(reinterpret_cast<const int4*>(w + k + u * 512));
            as[u] = __ldg(reinterpret_cast<const int4*>(A + k + u * 512));
        }
#pragma unroll
        for (int u = 0; u < steps; ++u) sum += float(product(as[u], ws[u], 0));
    }
    for (; k < K; k += 512)
        sum += float(product(*reinterpret_cast<const int4*>(A + k), *reinterpret_cast<const int4*>(w + k), 0));
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0U, sum, offset);
    if (lane == 0) O[row] = sum;
}
