// SPDX-License-Identifier: Apache-2.0
#include "lang/base/memory_cost.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace phobos::cost {
namespace {

constexpr std::uint64_t full = 0xffffffff;

/// Lane l at `start + l * stride`.
std::vector<std::int64_t> strided(std::int64_t start, std::int64_t stride, int lanes = 32) {
    std::vector<std::int64_t> addresses;
    for (int lane = 0; lane < lanes; ++lane) addresses.push_back(start + lane * stride);
    return addresses;
}
std::vector<std::int64_t> everywhere(std::int64_t address) { return strided(address, 0); }

TEST(MemoryCost, SplitsARunIntoTheWidestProvenAccesses) {
    struct Case {
        int bytes, log2_modulus, residue;
        std::vector<Part> parts;
    };
    const std::vector<Case> cases{
        {16, 4, 0, {{0, 16}}},
        {32, 4, 0, {{0, 16}, {16, 16}}},
        {16, 3, 0, {{0, 8}, {8, 8}}},
        {16, 4, 8, {{0, 8}, {8, 8}}},
        {16, 4, 4, {{0, 4}, {4, 8}, {12, 4}}},
        {12, 4, 0, {{0, 8}, {8, 4}}},
        {6, 7, 2, {{0, 2}, {2, 4}}},
        {4, 0, 0, {{0, 1}, {1, 1}, {2, 1}, {3, 1}}},
        {1, 7, 5, {{0, 1}}},
        {24, 4, 8, {{0, 8}, {8, 16}}},
    };
    for (const Case& each : cases)
        EXPECT_EQ(parts_of_run(each.bytes, each.log2_modulus, each.residue), each.parts)
            << each.bytes << " bytes, " << each.residue << " modulo 2^" << each.log2_modulus;
}

struct GlobalCase {
    std::string what;
    std::vector<std::int64_t> addresses;
    std::uint64_t lanes;
    int bytes;
    int sectors, ideal, used;
};

TEST(MemoryCost, CountsTheSectorsOfARequest) {
    const std::vector<GlobalCase> cases{
        {"4 bytes, stride 1", strided(0, 4), full, 4, 4, 4, 128},
        {"4 bytes, stride 1, one element off", strided(4, 4), full, 4, 5, 4, 128},
        {"4 bytes, stride 1, a sector off", strided(32, 4), full, 4, 4, 4, 128},
        {"4 bytes, stride 2", strided(0, 8), full, 4, 8, 4, 128},
        {"4 bytes, stride 3", strided(0, 12), full, 4, 12, 4, 128},
        {"4 bytes, stride 8", strided(0, 32), full, 4, 32, 4, 128},
        {"4 bytes, stride 33", strided(0, 132), full, 4, 32, 4, 128},
        {"4 bytes, backwards", strided(124, -4), full, 4, 4, 4, 128},
        {"4 bytes, one for all", everywhere(40), full, 4, 1, 1, 4},
        {"1 byte, stride 1", strided(0, 1), full, 1, 1, 1, 32},
        {"1 byte, stride 1, one off", strided(1, 1), full, 1, 2, 1, 32},
        {"1 byte, stride 32", strided(0, 32), full, 1, 32, 1, 32},
        {"2 bytes, stride 1", strided(0, 2), full, 2, 2, 2, 64},
        {"8 bytes, stride 1", strided(0, 8), full, 8, 8, 8, 256},
        {"16 bytes, stride 1", strided(0, 16), full, 16, 16, 16, 512},
        {"16 bytes, stride 4", strided(0, 64), full, 16, 32, 16, 512},
        {"half a warp", strided(0, 4), 0xffff, 4, 2, 2, 64},
        {"one lane", strided(0, 4), 1u << 31, 4, 1, 1, 4},
        {"every other lane", strided(0, 4), 0x55555555, 4, 4, 2, 64},
        {"no lane", strided(0, 4), 0, 4, 0, 0, 0},
        {"64 lanes of 4 bytes", strided(0, 4, 64), ~std::uint64_t{0}, 4, 8, 8, 256},
    };
    for (const GlobalCase& each : cases) {
        const GlobalCost cost = global_cost({each.addresses, each.lanes, each.bytes});
        EXPECT_EQ(cost.sectors, each.sectors) << each.what;
        EXPECT_EQ(cost.ideal_sectors, each.ideal) << each.what;
        EXPECT_EQ(cost.bytes_used, each.used) << each.what;
    }
}

/// By stride in words: conflicts of a full warp, of its lower half, and of its first lane alone.
struct SharedCase {
    int bytes;
    int stride_words;
    int of_warp, of_half;
    int phases_of_warp;
};

TEST(MemoryCost, CountsBankConflictsByPhase) {
    const std::vector<SharedCase> cases{
        {4, 1, 0, 0, 1},  {4, 2, 1, 0, 1},    {4, 4, 3, 1, 1},   {4, 8, 7, 3, 1},  {4, 33, 0, 0, 1},
        {8, 2, 0, 0, 2},  {8, 4, 2, 1, 2},    {8, 8, 6, 3, 2},   {8, 34, 0, 0, 2}, {16, 4, 0, 0, 4},
        {16, 8, 4, 2, 4}, {16, 16, 12, 6, 4}, {16, 36, 0, 0, 4},
    };
    for (const SharedCase& each : cases) {
        const auto addresses = strided(0, each.stride_words * std::int64_t{bank_bytes});
        const std::string what = std::to_string(each.bytes) + " bytes, stride " + std::to_string(each.stride_words);
        const SharedCost warp = shared_cost({addresses, full, each.bytes});
        EXPECT_EQ(warp.conflicts(), each.of_warp) << what;
        EXPECT_EQ(warp.phases, each.phases_of_warp) << what;
        EXPECT_EQ(shared_cost({addresses, 0xffff, each.bytes}).conflicts(), each.of_half) << what;
        const SharedCost one = shared_cost({addresses, 1, each.bytes});
        EXPECT_EQ(one.wavefronts, 1) << what;
        EXPECT_EQ(one.conflicts(), 0) << what;
    }
}

TEST(MemoryCost, GivesOneWordToAllLanesThatAskForIt) {
    for (const int bytes : {1, 2, 4, 8, 16}) {
        const SharedCost cost = shared_cost({everywhere(64), full, bytes});
        EXPECT_EQ(cost.conflicts(), 0) << bytes;
        EXPECT_EQ(cost.bytes_used, bytes);
    }
    // four lanes ask for a byte each of one word, as neighbours do
    EXPECT_EQ(shared_cost({strided(0, 1), full, 1}).wavefronts, 1);
    EXPECT_EQ(shared_cost({strided(0, 2), full, 2}).wavefronts, 1);
    // two halves of a warp ask for the same 16 words
    std::vector<std::int64_t> halves = strided(0, 4);
    for (std::size_t lane = 16; lane < 32; ++lane) halves[lane] = halves[lane - 16];
    EXPECT_EQ(shared_cost({halves, full, 4}).conflicts(), 0);
    // two words of one bank, each for half of the lanes
    for (std::size_t lane = 0; lane < 32; ++lane) halves[lane] = lane < 16 ? 0 : 128;
    EXPECT_EQ(shared_cost({halves, full, 4}).conflicts(), 1);
}

TEST(MemoryCost, TakesTwiceThePhasesFor64Lanes) {
    const SharedCost words = shared_cost({strided(0, 4, 64), ~std::uint64_t{0}, 4});
    EXPECT_EQ(words.phases, 2);
    EXPECT_EQ(words.conflicts(), 0);
    EXPECT_EQ(shared_cost({strided(0, 8, 64), ~std::uint64_t{0}, 4}).conflicts(), 2);
    EXPECT_EQ(shared_cost({strided(0, 16, 64), ~std::uint64_t{0}, 16}).phases, 8);
}

TEST(MemoryCost, CountsNothingWhereNoLaneTakesPart) {
    const SharedCost cost = shared_cost({strided(0, 4), 0, 4});
    EXPECT_EQ(cost.wavefronts, 0);
    EXPECT_EQ(cost.phases, 0);
    // a phase without a lane is none
    EXPECT_EQ(shared_cost({strided(0, 16), 0xff, 16}).phases, 1);
}

}  // namespace
}  // namespace phobos::cost
