// SPDX-License-Identifier: Apache-2.0
// The ceiling of f32 arithmetic: eight chains of fma a thread, 64 of them a turn.
extern "C" __global__ void __launch_bounds__(256) peer(float* out, int turns, float a, float b) {
    float c[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) c[j] = float(j);
    for (int t = 0; t < turns; ++t) {
#pragma unroll
        for (int r = 0; r < 8; ++r) {
#pragma unroll
            for (int j = 0; j < 8; ++j) c[j] = fmaf(c[j], a, b);
        }
    }
    float all = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) all += c[j];
    if (all == 1.2345F) *out = all;
}
