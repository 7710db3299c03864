// SPDX-License-Identifier: Apache-2.0
// The peer of examples/saxpy.ph, written by hand: one thread an element.
extern "C" __global__ void __launch_bounds__(256) peer(float a, const float* __restrict__ X, float* __restrict__ Y,
                                                       int N) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N) Y[i] += a * X[i];
}
