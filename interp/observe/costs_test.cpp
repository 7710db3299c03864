// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/costs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace phobos::interp::observe {
namespace {

using program::SiteId;
using program::TensorId;
using program::TileId;

constexpr std::uint64_t full = 0xffffffff;

program::Program program_of(std::size_t sites) {
    program::Program program;
    program.sites.resize(sites);
    program.tensors.resize(1);
    program.tiles.resize(1);
    return program;
}

std::vector<std::int64_t> every(std::int64_t stride, int lanes = 32) {
    std::vector<std::int64_t> offsets;
    for (int lane = 0; lane < lanes; ++lane) offsets.push_back(lane * stride);
    return offsets;
}

Visit visit(std::uint32_t site, std::uint64_t lanes = full) { return {SiteId{site}, {0, 0, 0}, 0, lanes}; }

TEST(Costs, SumsAccessesBySiteAndKind) {
    Costs costs(program_of(2), {{0}, {}});
    const auto near = every(1);
    const auto far = every(8);
    costs.access({visit(1), AccessKind::load, TensorId{0}, 4, 1, near});
    costs.access({visit(1, 0xff), AccessKind::load, TensorId{0}, 4, 1, far});
    costs.access({visit(1), AccessKind::store, TensorId{0}, 4, 1, near});
    const cost::AccessCosts& loads = costs.sites()[1].of(AccessKind::load);
    EXPECT_EQ(loads.executions, 2U);
    EXPECT_EQ(loads.lanes, 40U);
    EXPECT_EQ(loads.requests, 2U);
    EXPECT_EQ(loads.sectors, 12U);
    EXPECT_EQ(loads.ideal_sectors, 5U);
    EXPECT_EQ(loads.bytes_used, 160U);
    EXPECT_EQ(loads.bytes_moved, 384U);
    EXPECT_EQ(costs.sites()[1].of(AccessKind::store).sectors, 4U);
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).executions, 0U);
}

TEST(Costs, CountFromTheAddressOfTheTensor) {
    Costs costs(program_of(1), {{8}, {}});
    const auto near = every(1);
    costs.access({visit(0), AccessKind::load, TensorId{0}, 4, 1, near});
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).sectors, 5U);
}

TEST(Costs, SplitRunsAsTheirAlignmentIsProven) {
    const auto runs = every(16);
    Costs aligned(program_of(1), {{0}, {{4, 0}}});
    aligned.access({visit(0), AccessKind::load, TensorId{0}, 1, 16, runs});
    EXPECT_EQ(aligned.sites()[0].parts, (std::vector<cost::Part>{{0, 16}}));
    EXPECT_EQ(aligned.sites()[0].of(AccessKind::load).requests, 1U);
    EXPECT_EQ(aligned.sites()[0].of(AccessKind::load).sectors, 16U);

    Costs unknown(program_of(1), {{0}, {{2, 0}}});
    unknown.access({visit(0), AccessKind::load, TensorId{0}, 1, 16, runs});
    const cost::AccessCosts& loads = unknown.sites()[0].of(AccessKind::load);
    EXPECT_EQ(unknown.sites()[0].parts.size(), 4U);
    EXPECT_EQ(loads.requests, 4U);
    EXPECT_EQ(loads.sectors, 64U);
    EXPECT_EQ(loads.bytes_used, 512U);
    EXPECT_EQ(loads.bytes_moved, 2048U);
}

// The offsets of lanes that take no part have no meaning: no address is computed from them.
TEST(Costs, AskNothingOfLanesThatTakeNoPart) {
    constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    Costs costs(program_of(2), {{8}, {}});
    std::vector<std::int64_t> offsets(32, greatest);
    for (const std::size_t lane : {4, 5}) offsets[lane] = static_cast<std::int64_t>(lane);
    costs.access({visit(0, 0x30), AccessKind::load, TensorId{0}, 8, 1, offsets});
    costs.access({visit(1, 0x30), AccessKind::load, TileId{0}, 8, 1, offsets});
    const cost::AccessCosts& global = costs.sites()[0].of(AccessKind::load);
    EXPECT_EQ(global.lanes, 2U);
    EXPECT_EQ(global.sectors, 1U);
    EXPECT_EQ(global.bytes_used, 16U);
    EXPECT_EQ(costs.sites()[1].of(AccessKind::load).wavefronts, 1U);
}

TEST(Costs, CountBankConflictsOfTiles) {
    Costs costs(program_of(2), {});
    const auto column = every(32);
    const auto padded = every(33);
    costs.access({visit(0), AccessKind::load, TileId{0}, 4, 1, column});
    costs.access({visit(1), AccessKind::load, TileId{0}, 4, 1, padded});
    EXPECT_EQ(costs.sites()[0].buffer, program::Buffer(TileId{0}));
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).conflicts(), 31U);
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).sectors, 0U);
    EXPECT_EQ(costs.sites()[1].of(AccessKind::load).conflicts(), 0U);
    EXPECT_EQ(costs.sites()[1].of(AccessKind::load).wavefronts, 1U);
}

TEST(Costs, CountBranchesMeetingsAndByteDots) {
    Costs costs(program_of(2), {});
    costs.branch({visit(0), full});
    costs.branch({visit(0), 0});
    costs.branch({visit(0, 0xff), 0xf});
    EXPECT_EQ(costs.sites()[0].branches.executions, 3U);
    EXPECT_EQ(costs.sites()[0].branches.diverged, 1U);
    EXPECT_EQ(costs.sites()[0].branches.lanes, 72U);
    costs.meeting({visit(1), program::SiteKind::barrier, Scope::threads});
    EXPECT_EQ(costs.sites()[1].meetings, 1U);
    const program::Expression product{program::Constant{}, {}, program::ExpressionId{7}, {3, 9}};
    costs.byte_dots({&product, {0, 0, 0}, 0, 0xff, 4});
    costs.byte_dots({&product, {0, 0, 0}, 1, 0xff, 4});
    ASSERT_EQ(costs.dots().count(7), 1U);
    EXPECT_EQ(costs.dots().at(7).products, 64U);
    EXPECT_EQ(costs.dots().at(7).executions, 2U);
}

TEST(Costs, OfSixtyFourLanesAreOneRequest) {
    Costs costs(program_of(1), {{0}, {}});
    const auto near = every(1, 64);
    costs.access({visit(0, ~std::uint64_t{0}), AccessKind::load, TensorId{0}, 4, 1, near});
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).requests, 1U);
    EXPECT_EQ(costs.sites()[0].of(AccessKind::load).sectors, 8U);
}

}  // namespace
}  // namespace phobos::interp::observe
