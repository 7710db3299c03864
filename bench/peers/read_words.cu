// SPDX-License-Identifier: Apache-2.0
// The twin of bench/kernels/read_words.ph, written by hand: four reads under way at once.
struct alignas(4 * WORDS) Piece {
    unsigned words[WORDS];
};

__device__ __forceinline__ unsigned sum(const Piece& piece) {
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < WORDS; ++j) total += piece.words[j];
    return total;
}

extern "C" __global__ void __launch_bounds__(256) peer(const Piece* __restrict__ X, unsigned* __restrict__ O, int N,
                                                       int T) {
    const long long pieces = N / WORDS, step = T;
    const long long thread = blockIdx.x * 256LL + threadIdx.x;
    unsigned seen = 0;
    long long i = thread;
    for (; i + 3 * step < pieces; i += 4 * step) {
        const Piece a = X[i], b = X[i + step], c = X[i + 2 * step], d = X[i + 3 * step];
        seen += sum(a) + sum(b) + sum(c) + sum(d);
    }
    for (; i < pieces; i += step) seen += sum(X[i]);
    O[thread] = seen;
}
