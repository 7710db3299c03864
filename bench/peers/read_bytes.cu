// SPDX-License-Identifier: Apache-2.0
// The twin of bench/kernels/read_bytes.ph, written by hand: four reads under way at once.
template <int bytes>
struct PieceOf;
template <>
struct PieceOf<1> {
    using Type = unsigned char;
};
template <>
struct PieceOf<2> {
    using Type = unsigned short;
};
using Piece = PieceOf<BYTES>::Type;

__device__ __forceinline__ unsigned sum(unsigned char piece) { return piece; }
__device__ __forceinline__ unsigned sum(unsigned short piece) { return (piece & 255U) + (piece >> 8); }

extern "C" __global__ void __launch_bounds__(256) peer(const Piece* __restrict__ X, unsigned* __restrict__ O, int N,
                                                       int T) {
    const long long pieces = N / BYTES, step = T;
    const long long thread = blockIdx.x * 256LL + threadIdx.x;
    unsigned seen = 0;
    long long i = thread;
    for (; i + 3 * step < pieces; i += 4 * step) {
        const Piece a = __ldg(X + i), b = __ldg(X + i + step), c = __ldg(X + i + 2 * step), d = __ldg(X + i + 3 * step);
        seen += sum(a) + sum(b) + sum(c) + sum(d);
    }
    for (; i < pieces; i += step) seen += sum(__ldg(X + i));
    O[thread] = seen;
}
