// SPDX-License-Identifier: Apache-2.0
// The twin of bench/kernels/read_words.ph, written by hand: four reads under way at once.
template <int words>
struct PieceOf;
template <>
struct PieceOf<1> {
    using Type = unsigned;
};
template <>
struct PieceOf<2> {
    using Type = uint2;
};
template <>
struct PieceOf<4> {
    using Type = uint4;
};
using Piece = PieceOf<WORDS>::Type;

__device__ __forceinline__ unsigned sum(unsigned piece) { return piece; }
__device__ __forceinline__ unsigned sum(uint2 piece) { return piece.x + piece.y; }
__device__ __forceinline__ unsigned sum(uint4 piece) { return piece.x + piece.y + piece.z + piece.w; }

extern "C" __global__ void __launch_bounds__(256) peer(const Piece* __restrict__ X, unsigned* __restrict__ O, int N,
                                                       int T) {
    const long long pieces = N / WORDS, step = T;
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
