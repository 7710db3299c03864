// SPDX-License-Identifier: Apache-2.0
#include "interp/value/mask.h"

#include <gtest/gtest.h>

#include <random>

namespace phobos::interp {
namespace {

TEST(Mask, CountsAndFindsWhatItsBytesSay) {
    std::mt19937_64 random(1);
    for (const int lanes : {32, 64})
        for (const int warps : {1, 2, 3, 7, 16}) {
            const Geometry geometry{lanes * warps, lanes, warps};
            for (const unsigned sparseness : {1U, 2U, 50U, 5000U}) {
                Mask mask;
                mask.clear(geometry);
                EXPECT_TRUE(mask.empty());
                int active = 0;
                int first = -1;
                std::array<std::uint64_t, 16> words{};
                for (int thread = 0; thread < geometry.threads; ++thread) {
                    if (random() % sparseness != 0) continue;
                    mask.writable()[thread] = 1;
                    ++active;
                    if (first < 0) first = thread;
                    words[static_cast<std::size_t>(thread / lanes)] |= std::uint64_t{1} << (thread % lanes);
                }
                mask.recount(geometry);
                EXPECT_EQ(mask.active(), active);
                EXPECT_EQ(mask.empty(), active == 0);
                EXPECT_EQ(mask.all(geometry), active == geometry.threads);
                if (active > 0) {
                    EXPECT_EQ(mask.first(geometry), first);
                }
                for (int warp = 0; warp < warps; ++warp) {
                    EXPECT_EQ(mask.word(warp, geometry), words[static_cast<std::size_t>(warp)]);
                    EXPECT_EQ(mask.any(warp, geometry), words[static_cast<std::size_t>(warp)] != 0);
                }
                Mask copy;
                copy.assign(mask, geometry);
                EXPECT_EQ(copy.active(), active);
                for (int thread = 0; thread < geometry.threads; ++thread) EXPECT_EQ(copy.has(thread), mask.has(thread));
            }
            Mask full;
            full.fill(geometry);
            EXPECT_TRUE(full.all(geometry));
            EXPECT_EQ(full.first(geometry), 0);
            EXPECT_EQ(full.word(warps - 1, geometry), ~std::uint64_t{0} >> (64 - lanes));
        }
}

}  // namespace
}  // namespace phobos::interp
