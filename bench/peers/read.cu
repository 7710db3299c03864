// SPDX-License-Identifier: Apache-2.0
// The ceiling of what only reads: every thread reads 16 bytes at a time, four under way at once.
extern "C" __global__ void __launch_bounds__(256) peer(const int4* __restrict__ data, int* out, long long count) {
    const long long step = (long long)(gridDim.x) * 256;
    int seen = 0;
    long long i = blockIdx.x * 256LL + threadIdx.x;
    for (; i + 3 * step < count; i += 4 * step) {
        const int4 a = data[i], b = data[i + step], c = data[i + 2 * step], d = data[i + 3 * step];
        seen ^= a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w;
        seen ^= c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
    }
    if (seen == 0x12345) *out = seen;
}
