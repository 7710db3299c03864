// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/scalar.h"

/// What products ask of a machine: copies that do not wait, and tensor cores. The names say which there are; a machine
/// without them never calls the functions.
namespace ph::machine {

#if defined(__CUDA_ARCH__)
#define PH_TILE_ARCH __CUDA_ARCH__
#elif defined(PH_EMULATED_ARCH)
// A test that gives the functions of such a card itself.
#define PH_TILE_ARCH PH_EMULATED_ARCH
#else
#define PH_TILE_ARCH 0
#endif
#if defined(__CUDACC__) || defined(PH_EMULATED_ARCH)
#define PH_TILE_HAS_CARD
#endif

/// PH_PRODUCT_UNROLL, PH_PRODUCT_UNROLL_BY: loops of a product, whose arrays are the card's registers. The host keeps
/// them loops, which its compiler has less work with.
#if defined(__CUDACC__)
#define PH_PRODUCT_PRAGMA(text) _Pragma(#text)
#define PH_PRODUCT_UNROLL _Pragma("unroll")
#define PH_PRODUCT_UNROLL_BY(turns) PH_PRODUCT_PRAGMA(unroll(turns))
#else
#define PH_PRODUCT_UNROLL
#define PH_PRODUCT_UNROLL_BY(turns)
#endif

inline constexpr bool copies_asynchronously = PH_TILE_ARCH >= 800;
/// Products of m16n8 pieces: f16 over 8 steps.
inline constexpr bool has_tensor_cores = PH_TILE_ARCH >= 750;
/// Also f16 and bf16 over 16 steps, and f32 with operands of 11 bits over 8.
inline constexpr bool has_wide_tensor_cores = PH_TILE_ARCH >= 800;

#if defined(__CUDACC__)

/// c and the product of a and b in full.
PH_FN long long wide_sum(int a, int b, long long c) {
    long long sum;
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(sum) : "r"(a), "r"(b), "l"(c));
    return sum;
}
/// `rows` rows of `columns` elements after p; so many bytes of rows are an int.
template <class T>
PH_FN T* rows_after(T* p, int rows, int columns) {
    const int bytes = rows * static_cast<int>(sizeof(T));
    return reinterpret_cast<T*>(wide_sum(bytes, columns, reinterpret_cast<long long>(p)));
}
/// x, kept in a register: without this the compiler computes in every turn of a loop what is the same in all.
PH_FN int kept(int x) {
    asm volatile("" : "+r"(x));
    return x;
}
PH_FN long long kept(long long x) {
    asm volatile("" : "+l"(x));
    return x;
}

/// Four bytes at a multiple of 4.
PH_FN unsigned word_at(const void* address) { return *static_cast<const unsigned*>(address); }

PH_FN unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

/// Begins to copy `bytes` (4, 8 or 16) from global to shared memory, or to write that many zeros.
template <int bytes>
PH_FN void copy_async(void* to, const void* from, bool is_copied) {
#if PH_TILE_ARCH >= 800
    const int copied = is_copied ? bytes : 0;
    if constexpr (bytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)), "l"(from), "r"(copied)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared_address(to)), "l"(from), "n"(bytes),
                     "r"(copied)
                     : "memory");
    }
#endif
}
template <int bytes>
PH_FN void copy_async(void* to, const void* from) {
#if PH_TILE_ARCH >= 800
    if constexpr (bytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from), "n"(bytes)
                     : "memory");
    }
#endif
}
PH_FN void commit_copies() {
#if PH_TILE_ARCH >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template <int pending>
PH_FN void wait_for_copies() {
#if PH_TILE_ARCH >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

/// Four pieces of 8 rows of 16 bytes; thread l has the address of row l mod 8 of piece l / 8, and gets of each piece
/// the word l mod 4 of row l / 4.
PH_FN void read_pieces(const void* row, unsigned (&words)[4]) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(shared_address(row))
                 : "memory");
}
/// The same of the transposed pieces of 8 by 8 elements of two bytes.
PH_FN void read_pieces_transposed(const void* row, unsigned (&words)[4]) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(shared_address(row))
                 : "memory");
}

/// A word whose upper 19 bits, all that a tensor core takes, are x within a factor of 1 -+ 2^-11: it drops the others,
/// and what is dropped is at most as much as is added here.
PH_FN unsigned rounded_to_11_bits(float x) { return __float_as_uint(x * 0x1.001ffcp+0F); }

/// c[0..1] are of row l / 4, c[2..3] of row l / 4 + 8, each of columns 2 * (l mod 4) and the next (PTX, mma.m16n8k8).
PH_FN void multiply_piece_f16_by_8(float (&c)[4], unsigned a0, unsigned a1, unsigned b) {
#if PH_TILE_ARCH >= 750
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a0), "r"(a1), "r"(b));
#endif
}
PH_FN void multiply_piece(f16, float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if PH_TILE_ARCH >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#else
    multiply_piece_f16_by_8(c, a[0], a[1], b0);
    multiply_piece_f16_by_8(c, a[2], a[3], b1);
#endif
}
PH_FN void multiply_piece(bf16, float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if PH_TILE_ARCH >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}
/// Over 8 steps; the words are those of rounded_to_11_bits.
PH_FN void multiply_piece(float, float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if PH_TILE_ARCH >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

#else

PH_FN long long wide_sum(int a, int b, long long c) { return static_cast<long long>(a) * b + c; }
template <class T>
PH_FN T* rows_after(T* p, int rows, int columns) {
    return p + wide_sum(rows, columns, 0);
}
template <class T>
PH_FN T kept(T x) {
    return x;
}
PH_FN unsigned word_at(const void* address) {
    unsigned word = 0;
    __builtin_memcpy(&word, address, sizeof word);
    return word;
}
PH_FN void commit_copies() {}
template <int pending>
PH_FN void wait_for_copies() {}

#endif

}  // namespace ph::machine
