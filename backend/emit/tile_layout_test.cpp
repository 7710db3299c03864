// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "lang/base/rapidcheck.h"

namespace phobos::emit {
namespace {

TEST(TileLayout, SharesBytesAmongBuffersWhoseLivesDoNotMeet) {
    const std::array buffers{LiveBuffer{1000, 1, 4}, LiveBuffer{500, 3, 6}, LiveBuffer{900, 5, 9}};
    const TileLayout layout = lay_out(buffers);
    EXPECT_EQ(layout.offsets, (std::vector<std::uint64_t>{0, 1024, 0}));
    EXPECT_EQ(layout.bytes, 1536U);
}

TEST(TileLayout, KeepsBuffersApartThatMeetAtOnePlace) {
    const std::array buffers{LiveBuffer{128, 1, 4}, LiveBuffer{128, 4, 6}};
    EXPECT_EQ(lay_out(buffers).bytes, 256U);
}

TEST(TileLayout, LetsABufferTakeThePlaceOfWhatItIsMadeOf) {
    const std::array buffers{LiveBuffer{256, 1, 4}, LiveBuffer{256, 4, 6}, LiveBuffer{256, 6, 8}};
    const std::array chain{Replacement{1, 0, 4}, Replacement{2, 1, 6}};
    EXPECT_EQ(lay_out(buffers, chain).bytes, 256U);
    EXPECT_EQ(lay_out(buffers, std::array{Replacement{2, 1, 6}}).bytes, 512U);
    EXPECT_EQ(lay_out(buffers).bytes, 512U);
}

TEST(TileLayout, ReplacesNothingThatLivesOnOrBeganBefore) {
    const std::array buffers{LiveBuffer{256, 1, 5}, LiveBuffer{256, 4, 6}};
    EXPECT_EQ(lay_out(buffers, std::array{Replacement{1, 0, 4}}).bytes, 512U);
    EXPECT_EQ(lay_out(buffers, std::array{Replacement{1, 0, 5}}).bytes, 512U);
    const std::array unlike{LiveBuffer{512, 1, 4}, LiveBuffer{256, 4, 6}};
    EXPECT_EQ(lay_out(unlike, std::array{Replacement{1, 0, 4}}).bytes, 768U);
}

TEST(TileLayout, TakesNoBytesForNothing) { EXPECT_EQ(lay_out({}).bytes, 0U); }

TEST(TileLayout, NeverOverlapsWhatLivesTogether) {
    for_all("buffers that live at one time lie apart", [] {
        std::vector<LiveBuffer> buffers(*rc::gen::inRange<std::size_t>(0, 20));
        for (LiveBuffer& buffer : buffers) {
            buffer.bytes = *rc::gen::inRange<std::uint64_t>(1, 2000);
            buffer.first = *rc::gen::inRange<std::uint32_t>(0, 30);
            buffer.last = buffer.first + *rc::gen::inRange<std::uint32_t>(0, 10);
        }
        const TileLayout layout = lay_out(buffers);
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            RC_ASSERT(layout.offsets[i] % 128 == 0U);
            RC_ASSERT(layout.offsets[i] + buffers[i].bytes <= layout.bytes);
            for (std::size_t j = 0; j < i; ++j) {
                const bool together = buffers[i].first <= buffers[j].last && buffers[j].first <= buffers[i].last;
                const bool overlap = layout.offsets[i] < layout.offsets[j] + buffers[j].bytes &&
                                     layout.offsets[j] < layout.offsets[i] + buffers[i].bytes;
                RC_ASSERT(!(together && overlap));
            }
        }
    });
}

}  // namespace
}  // namespace phobos::emit
