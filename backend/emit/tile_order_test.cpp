// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_order.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace phobos::emit {
namespace {

constexpr SharedId t{0};
constexpr SharedId u{1};
constexpr SharedId over_t{2};  ///< shares bytes with t
constexpr program::TensorId A{0};
constexpr SharedId in_place_of_t{3};
constexpr SharedId bytes_of_t{4};
constexpr std::array<ByteRange, 5> buffers{ByteRange{0, 128, 4}, ByteRange{128, 256, 4}, ByteRange{64, 128, 4},
                                           ByteRange{0, 128, 4}, ByteRange{0, 128, 1}};

constexpr Access reads(decltype(Access::memory) memory, Owner owner = Owner::anyone) { return {memory, false, owner}; }
constexpr Access writes(decltype(Access::memory) memory, Owner owner = Owner::anyone) { return {memory, true, owner}; }

/// Events whose moments are numbered in the order in which they are made.
class Script {
public:
    Event tile(std::vector<Access> accesses) { return {Touch{next(), std::move(accesses), true, false}}; }
    Event threads(std::vector<Access> accesses) { return {Touch{next(), std::move(accesses), false, false}}; }
    Event barrier() { return {Touch{next(), {}, false, true}}; }

    /// Where barriers stand.
    [[nodiscard]] std::vector<std::size_t> found(const Events& events) const {
        const std::vector<bool> needed = barriers_of(events, buffers, moments_);
        std::vector<std::size_t> moments;
        for (std::size_t i = 0; i < needed.size(); ++i)
            if (needed[i]) moments.push_back(i);
        return moments;
    }

private:
    MomentId next() { return {static_cast<std::uint32_t>(moments_++)}; }
    std::size_t moments_ = 0;
};

using Moments = std::vector<std::size_t>;

TEST(TileOrder, SeparatesWritesFromReadsOfOthers) {
    Script s;
    EXPECT_EQ(s.found({s.tile({writes(t)}), s.tile({reads(t)}), s.tile({reads(t)})}), (Moments{1}));
}

TEST(TileOrder, SeparatesReadsFromLaterWrites) {
    Script s;
    EXPECT_EQ(s.found({s.tile({reads(A)}), s.tile({writes(A)}), s.tile({writes(A)})}), (Moments{1, 2}));
}

TEST(TileOrder, LetsOwnersGoOnWithTheirElements) {
    Script s;
    EXPECT_EQ(s.found({s.tile({writes(t, Owner::element)}), s.tile({reads(t, Owner::element), writes(u)}),
                       s.tile({writes(t, Owner::element)}), s.tile({reads(t)})}),
              (Moments{3}));
}

TEST(TileOrder, SeparatesBuffersThatShareBytes) {
    Script s;
    EXPECT_EQ(s.found({s.tile({reads(t, Owner::element)}), s.tile({writes(u, Owner::element)}),
                       s.tile({writes(over_t, Owner::element)})}),
              (Moments{2}));
}

TEST(TileOrder, LetsOwnersGoOnWithWhatTakesThePlaceOfTheirElements) {
    Script s;
    EXPECT_EQ(s.found({s.tile({writes(t, Owner::element)}), s.tile({writes(in_place_of_t, Owner::element)}),
                       s.tile({writes(bytes_of_t, Owner::element)})}),
              (Moments{2}));
}

TEST(TileOrder, LeavesThreadsToThemselvesBetweenTileOperations) {
    Script s;
    EXPECT_EQ(s.found({s.threads({writes(A)}), s.threads({reads(A)})}), (Moments{}));
}

TEST(TileOrder, OrdersThreadsAroundTileOperationsThatTouchNothing) {
    Script s;
    EXPECT_EQ(s.found({s.threads({writes(A)}), {Fence{}}, s.threads({reads(A)})}), (Moments{1}));
}

TEST(TileOrder, CountsBarriersThatStandThere) {
    Script s;
    EXPECT_EQ(s.found({s.tile({writes(t)}), s.barrier(), s.tile({reads(t)})}), (Moments{}));
}

TEST(TileOrder, FollowsLoopsBackToTheirBegin) {
    Script s;
    Events body{s.tile({reads(t)}), s.tile({writes(t)})};
    EXPECT_EQ(s.found({{LoopEvents{std::move(body)}}}), (Moments{0, 1}));
}

TEST(TileOrder, FindsNoBarrierInALoopWhoseTurnsTouchDifferentMemory) {
    Script s;
    Events body{s.tile({reads(u)}), s.tile({writes(t, Owner::element)})};
    EXPECT_EQ(s.found({{LoopEvents{std::move(body)}}}), (Moments{}));
}

TEST(TileOrder, TakesBothArmsForPossible) {
    Script s;
    BranchEvents branch;
    branch.then = {s.tile({writes(t)}), s.barrier()};
    branch.otherwise = {s.tile({writes(u)})};
    EXPECT_EQ(s.found({{std::move(branch)}, s.tile({reads(t)}), s.tile({reads(u)})}), (Moments{4}));
}

TEST(TileOrder, FollowsJumpsOutOfLoopsAndFunctions) {
    for (const Jump jump : {Jump::leaves_loop, Jump::ends_turn}) {
        Script s;
        Events body{s.tile({writes(t)}), {jump}, s.barrier()};
        EXPECT_EQ(s.found({{LoopEvents{std::move(body)}}, s.tile({reads(t)})}).back(), 2U);
    }
    Script s;
    Events body{s.tile({writes(t)}), {Jump::returns}, s.barrier()};
    EXPECT_EQ(s.found({{FunctionEvents{std::move(body)}}, s.tile({reads(t)})}), (Moments{2}));
}

}  // namespace
}  // namespace phobos::emit
