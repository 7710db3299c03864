// SPDX-License-Identifier: Apache-2.0
#include "backend/launch/faults.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/check/check.h"
#include "lang/program/children.h"
#include "lang/source/source_file.h"

namespace phobos::launch {
namespace {

using ph::Fault;
using ph::FaultRecord;

/// Every operation that may be at fault, one each, in this order: their sites are found by kind.
constexpr std::string_view kernel = R"(@launch(64)
kernel k(A: tensor<i32>[N, 24], B: tensor<u8>[16], O: tensor<i64>[N], s: i32) {
  var t: tile<i32>[8, 4] = 0
  for i in range(s, 9, s) {
    let a = A[i, 2] / s
    let w = word(B[i :+ 8], s)
    O[ctx.lane] <<= a
    store(A[i, 0 :+ 4], i32(elem(B[0 :+ 12], s)))
    t[s, a] = i32(w)
    atomic_add(A, i, a, t[i, 1])
    t /= i
  }
}
)";

struct Launched {
    const program::CheckedProgram checked;
    engine::BoundDims dims{{100}};
    engine::Block grid{7, 5, 3};
    std::vector<FaultRecord> records = empty_fault_records(checked.program());

    /// Thread `thread` of the block met it.
    FaultRecord& meet(std::size_t thread, std::uint64_t block, Fault kind, program::SiteId site,
                      std::array<long long, 3> values) {
        FaultRecord& record = records[thread];
        record.kind = kind;
        record.site = site.index;
        record.block = block;
        for (std::size_t i = 0; i < values.size(); ++i) record.values[i] = values[i];
        return record;
    }
    [[nodiscard]] program::SiteId site(program::SiteKind kind, int skipped = 0) const {
        const auto& sites = checked.program().sites;
        for (std::uint32_t i = 0; i < sites.size(); ++i)
            if (sites[i].kind == kind && skipped-- == 0) return {i};
        ADD_FAILURE() << "the kernel has no such operation";
        return {};
    }
    [[nodiscard]] std::optional<engine::Trapped> outcome() const {
        return trapped(checked.program(), dims, grid, records);
    }
};

Launched launched(int lanes = 32) {
    check::Checked result = check::check(SourceFile{"k.ph", std::string(kernel)}, check::Target{lanes}, {});
    EXPECT_EQ(result.kernels.size(), 1U);
    return {std::move(result.kernels.front())};
}

std::string message(Fault kind, program::SiteKind site, std::array<long long, 3> values, int skipped = 0) {
    Launched launch = launched();
    launch.meet(3, 0, kind, launch.site(site, skipped), values);
    const auto outcome = launch.outcome();
    return outcome ? outcome->message : "none";
}

TEST(Faults, WithoutAnyNothingIsTold) {
    const Launched launch = launched();
    EXPECT_EQ(launch.records.size(), 64U);
    EXPECT_EQ(launch.outcome(), std::nullopt);
}

TEST(Faults, AreToldWithTheNamesOfTheProgram) {
    using program::SiteKind;
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::load, {1, 24, 1}),
              "index 24 is outside axis 1 of A, which has 24 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::load, {0, -1, 1}),
              "index -1 is outside axis 0 of A, which has 100 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::run_load, {0, 9, 8}),
              "elements 9 :+ 8 are not inside axis 0 of B, which has 16 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::store, {0, 100, 1}),
              "index 100 is outside axis 0 of O, which has 100 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::run_store, {1, 21, 4}),
              "elements 21 :+ 4 are not inside axis 1 of A, which has 24 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::store, {1, 4, 1}, 1),
              "index 4 is outside axis 1 of t, which has 4 elements");
    EXPECT_EQ(message(Fault::out_of_bounds, SiteKind::atomic, {0, 1LL << 40, 1}),
              "index 1099511627776 is outside axis 0 of A, which has 100 elements");
    EXPECT_EQ(message(Fault::index, SiteKind::run_index, {2, 0, 0}), "index 2 is outside the run of 2 words");
    EXPECT_EQ(message(Fault::index, SiteKind::run_index, {-1, 0, 0}, 1), "index -1 is outside the run of 12 elements");
    EXPECT_EQ(message(Fault::division, SiteKind::division, {17, 0, 0}), "17 is divided by 0");
    EXPECT_EQ(message(Fault::shift, SiteKind::store, {64, 0, 0}), "the shift count 64 is outside 0 to 63");
    EXPECT_EQ(message(Fault::step, SiteKind::loop, {-2, 9, 0}), "the step of the range from -2 to 9 is 0");
}

TEST(Faults, ArePlacedInTheLowestBlockAndWarpWithTheLanesThatMetThem) {
    Launched launch = launched();
    const program::SiteId load = launch.site(program::SiteKind::load);
    launch.meet(0, 40, Fault::division, launch.site(program::SiteKind::division), {1, 0, 0});
    launch.meet(34, 39, Fault::out_of_bounds, load, {0, 101, 1});
    launch.meet(35, 39, Fault::division, launch.site(program::SiteKind::division), {2, 0, 0});
    launch.meet(36, 39, Fault::out_of_bounds, load, {0, 103, 1});
    launch.meet(37, 40, Fault::out_of_bounds, load, {0, 104, 1});
    const auto outcome = launch.outcome();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->kind, engine::FaultKind::out_of_bounds);
    EXPECT_EQ(outcome->message, "index 101 is outside axis 0 of A, which has 100 elements");
    const engine::Place expected{load, launch.checked.program().sites[load.index].span, {4, 0, 1}, 1, 0b10100};
    EXPECT_EQ(outcome->place, expected);
    EXPECT_TRUE(outcome->others.empty());
}

TEST(Faults, ThatMayComeOfAnEarlierOneAreNotTold) {
    Launched launch = launched();
    const program::SiteId load = launch.site(program::SiteKind::load);
    const program::SiteId division = launch.site(program::SiteKind::division);
    launch.meet(0, 3, Fault::division, division, {1, 0, 0}).met = {0, 1, 0};
    launch.meet(40, 3, Fault::division, division, {2, 0, 0}).met = {0, 0, 2};
    launch.meet(45, 3, Fault::out_of_bounds, load, {0, 105, 1}).met = {0, 0, 1};
    launch.meet(50, 3, Fault::out_of_bounds, load, {0, 106, 1}).met = {0, 0, 2};
    launch.meet(63, 2, Fault::out_of_bounds, load, {0, 107, 1}).met = {1, 0, 0};
    const auto outcome = launch.outcome();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->message, "index 105 is outside axis 0 of A, which has 100 elements");
    EXPECT_EQ(outcome->place.block, (engine::Block{3, 0, 0}));
    EXPECT_EQ(outcome->place.lanes, std::uint64_t{1} << 13) << "lane 18 came to it in another turn";
}

TEST(Faults, OfWarpsOf64LanesNameEachLane) {
    Launched launch = launched(64);
    const program::SiteId load = launch.site(program::SiteKind::load);
    launch.meet(5, 0, Fault::out_of_bounds, load, {0, 100, 1});
    launch.meet(63, 0, Fault::out_of_bounds, load, {0, 100, 1});
    EXPECT_EQ(launch.outcome()->place.lanes, std::uint64_t{1} << 63 | 1U << 5);
}

TEST(Faults, OfATileOperationAreThoseOfItsFirstElement) {
    Launched launch = launched(32);
    const program::SiteId division = launch.site(program::SiteKind::slice_store);
    launch.meet(2, 1, Fault::division, division, {5, 0, 0}).element = 66;
    launch.meet(33, 1, Fault::division, division, {6, 0, 0}).element = 33;
    const auto outcome = launch.outcome();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->message, "6 is divided by 0");
    EXPECT_EQ(outcome->values.back(), (engine::FaultValue{"element", ScalarType::i64, {33}}));
    EXPECT_EQ(outcome->place.warp, 1);
    EXPECT_EQ(outcome->place.lanes, 2U);
}

}  // namespace
}  // namespace phobos::launch
