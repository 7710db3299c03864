// SPDX-License-Identifier: Apache-2.0
// Products as a card with tensor cores and asynchronous copies carries them out, whose instructions this test gives.
// What the prelude has for such a card stands beside what it has for the host under another name.
#define ph ph_on_card
#define PH_EMULATED_ARCH 900

#include <cstring>

#include "backend/prelude/convert.h"
#include "backend/prelude/cta.h"

namespace ph::machine {

/// What the threads of a block tell each other during an instruction of their warp.
struct Exchange {
    static constexpr int most_threads = 256;

    const void* rows[most_threads];
    unsigned a[most_threads][4];
    unsigned b[most_threads][2];
};
inline Exchange given;

inline int warp_start() { return table->thread / 32 * 32; }
inline int lane() { return table->thread % 32; }
/// Until all threads of the warp are here.
inline void meet() { table->wait(table, host::Wait::warp, 0); }

template <class Word>
Word word_after(const void* row, int bytes) {
    Word word{};
    std::memcpy(&word, static_cast<const char*>(row) + bytes, sizeof word);
    return word;
}

template <int bytes>
void copy_async(void* to, const void* from, bool is_copied) {
    expect_multiple<bytes>(to);
    if (is_copied) {
        expect_multiple<bytes>(from);
        std::memcpy(to, from, bytes);
    } else {
        std::memset(to, 0, bytes);
    }
}
template <int bytes>
void copy_async(void* to, const void* from) {
    copy_async<bytes>(to, from, true);
}

/// ldmatrix.x4
inline void read_pieces(const void* row, unsigned (&words)[4]) {
    expect_multiple<16>(row);
    given.rows[table->thread] = row;
    meet();
    for (int piece = 0; piece < 4; ++piece) {
        words[piece] = word_after<unsigned>(given.rows[warp_start() + piece * 8 + lane() / 4], lane() % 4 * 4);
    }
    meet();
}
/// ldmatrix.x4.trans
inline void read_pieces_transposed(const void* row, unsigned (&words)[4]) {
    expect_multiple<16>(row);
    given.rows[table->thread] = row;
    meet();
    for (int piece = 0; piece < 4; ++piece) {
        const void* const* const rows = given.rows + warp_start() + piece * 8 + lane() % 4 * 2;
        const unsigned low = word_after<unsigned short>(rows[0], lane() / 4 * 2);
        const unsigned high = word_after<unsigned short>(rows[1], lane() / 4 * 2);
        words[piece] = low | high << 16;
    }
    meet();
}

inline unsigned rounded_to_11_bits(float x) { return to_bits(x * 0x1.001ffcp+0F); }

/// The element of an operand in step `step` of an instruction, of the threads that have its row of a or column of b.
inline float operand_at(f16, const unsigned* words, int step) {
    return f16::of_bits(words[step / 8] >> (16 * (step % 2)) & 0xffffU).wide();
}
inline float operand_at(bf16, const unsigned* words, int step) {
    return bf16::of_bits(words[step / 8] >> (16 * (step % 2)) & 0xffffU).wide();
}
inline float operand_at(float, const unsigned* words, int step) { return f32_of_bits(words[step / 4] & 0xffffe000U); }

/// mma.m16n8k16 of 16-bit operands, mma.m16n8k8 of 19-bit ones. Words 0 and 2 of a are of row l / 4, words 1 and 3 of
/// row l / 4 + 8; those of b are of column l / 4.
template <class Operand>
void multiply_piece(Operand operand, float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    constexpr int steps = sizeof(Operand) == 2 ? 16 : 8;
    constexpr int steps_of_word = sizeof(Operand) == 2 ? 2 : 1;
    std::memcpy(given.a[table->thread], a, sizeof a);
    given.b[table->thread][0] = b0;
    given.b[table->thread][1] = b1;
    meet();
    for (int e = 0; e < 4; ++e) {
        const int row = lane() / 4 + e / 2 * 8;
        const int column = lane() % 4 * 2 + e % 2;
        for (int step = 0; step < steps; ++step) {
            const int place = step / steps_of_word % 4;
            const unsigned* const from_a = given.a[warp_start() + row % 8 * 4 + place];
            const unsigned of_row[2] = {from_a[row / 8], from_a[row / 8 + 2]};
            const unsigned* const of_column = given.b[warp_start() + column * 4 + place];
            c[e] += operand_at(operand, of_row, step) * operand_at(operand, of_column, step);
        }
    }
    meet();
}

}  // namespace ph::machine

#include "backend/prelude/tile_dot_test_support.h"

namespace ph {
namespace {

static_assert(machine::has_wide_tensor_cores && machine::copies_asynchronously);

TEST(TileDotOnCard, MultipliesSixteenBitFloatsInPieces) {
    expect_products<Judge::loosely, Loose, f16, f16, f32, 64, 64, 64, 128, Rows::aligned>();
    expect_products<Judge::loosely, Loose, f16, f16, f32, 16, 8, 16, 32, Rows::aligned>();
    expect_products<Judge::loosely, Loose, f16, f16, f16, 33, 24, 48, 96, Rows::aligned>();
    expect_products<Judge::loosely, Loose, f16, f16, f32, 1, 1, 1, 32, Rows::tight>();
    expect_products<Judge::loosely, Loose, bf16, bf16, f32, 64, 32, 48, 128, Rows::aligned>();
    expect_products<Judge::loosely, Loose, bf16, bf16, bf16, 31, 17, 33, 64, Rows::tight>();
}

TEST(TileDotOnCard, MultipliesOtherFloatsInPiecesOfElevenBits) {
    expect_products<Judge::loosely, Loose, f32, f32, f32, 64, 64, 32, 128, Rows::aligned>();
    expect_products<Judge::loosely, Loose, f32, f32, f32, 33, 31, 17, 64, Rows::tight>();
    expect_products<Judge::loosely, Loose, f32, f16, f16, 16, 40, 24, 32, Rows::aligned>();
    expect_products<Judge::loosely, Loose, bf16, f16, f32, 17, 33, 20, 64, Rows::aligned>();
}

TEST(TileDotOnCard, StagesPieces) {
    expect_loop<Judge::loosely, Product::dot, 3, ForTensorcore, f16, f16, f32, 32, 36, 20, 64, 4>({36, 40, 44}, 2, 2);
    expect_loop<Judge::loosely, Product::dot, 2, ForTensorcore, f16, f16, f32, 64, 64, 16, 128, 1>({99, 70, 50}, 2, 2);
    expect_loop<Judge::loosely, Product::dot_t, 4, ForTensorcore, bf16, bf16, f32, 64, 32, 32, 64, 8>({72, 56, 80}, 2,
                                                                                                      2);
    expect_loop<Judge::loosely, Product::dot, 3, ForTensorcore, f32, f32, f32, 64, 64, 16, 128, 4>({100, 68, 44}, 4, 4);
    expect_loop<Judge::loosely, Product::dot_t, 2, ForTensorcore, f32, bf16, f32, 32, 33, 8, 64, 8>({40, 40, 24}, 4, 2);
}

/// Exact products are the same on every machine; only their operands come otherwise.
TEST(TileDotOnCard, CopiesSlicesOfTensors) {
    expect_loop<Judge::bits, Product::dot, 3, ForDot, f32, f32, f32, 128, 128, 16, 256, 4>({132, 136, 20}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 2, ForDotT, f32, f32, f32, 128, 64, 16, 128, 1>({129, 70, 37}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 3, ForDotT, f32, f32, f32, 64, 64, 12, 64, 4>({72, 68, 28}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 2, ForDot, f64, f64, f64, 32, 32, 8, 32, 2>({34, 36, 10}, 8, 8);
    expect_loop<Judge::bits, Product::dot, 4, ForDot, f16, bf16, f16, 16, 31, 17, 64, 1>({17, 33, 50}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 2, ForDotT, i8, u8, i32, 32, 32, 32, 64, 16>({48, 48, 64}, 1, 1);
}

}  // namespace
}  // namespace ph
