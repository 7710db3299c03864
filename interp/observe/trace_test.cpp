// SPDX-License-Identifier: Apache-2.0
#include "interp/observe/trace.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/io/file.h"
#include "engine/io/trace.h"
#include "interp/observe/observers.h"

namespace phobos::interp::observe {
namespace {

using program::SiteId;
using program::TensorId;
using program::TileId;

constexpr std::uint64_t full32 = 0xffffffff;
constexpr std::uint64_t full64 = ~std::uint64_t{0};

program::Program program_of(int lanes, int threads) {
    program::Program program;
    program.lanes = lanes;
    program.bounds.threads = threads;
    program.sites.resize(4);
    program.tensors.resize(2);
    program.tiles.resize(1);
    return program;
}

std::vector<std::int64_t> line(std::int64_t base, std::int64_t stride, int lanes = 32) {
    std::vector<std::int64_t> offsets;
    for (int lane = 0; lane < lanes; ++lane) offsets.push_back(base + stride * lane);
    return offsets;
}

Visit at(std::uint32_t site, std::uint64_t lanes = full32, engine::Block block = {}) {
    return {SiteId{site}, block, 0, lanes, 0};
}

struct Traced {
    io::Trace trace;
    io::TraceCounts by_sampling;
    io::TraceCounts by_limit;
};

/// What the events that `tell` tells become, in the file and read again.
Traced traced(const program::Program& program, engine::Block grid, TraceChoice choice,
              const std::function<void(Observer&)>& tell) {
    const std::string folder = std::filesystem::temp_directory_path().string();
    std::string path = folder + "/phobos-trace-XXXXXX";
    EXPECT_GE(io::Descriptor(::mkstemp(path.data())).number(), 0);
    io::TraceManifest manifest;
    manifest.lanes = program.lanes;
    manifest.threads = program.bounds.threads;
    manifest.grid = grid;
    manifest.sites.resize(program.sites.size(), {"load", 1, 1});
    manifest.buffers.assign(3, {"tensor", "X", ScalarType::f32, {1 << 30, 1 << 12}});
    manifest.has_values = choice.values == TraceValues::kept;
    io::TraceWriter writer(folder);
    Trace fold(program, grid, std::move(choice), writer);
    tell(fold);
    EXPECT_TRUE(writer.write(path, manifest).has_value());
    auto trace = io::read_trace(*io::ByteSource::open(path));
    std::filesystem::remove(path);
    return {std::move(*trace), fold.dropped_by_sampling(), fold.dropped_by_limit()};
}

TraceChoice everything() { return {{}, 1000}; }

/// The form of one access, and whether its offsets are kept.
std::string form_of(std::uint64_t lanes, const std::vector<std::int64_t>& offsets, int width = 32) {
    const Traced made = traced(program_of(width, 64), {1, 1, 1}, everything(), [&](Observer& observer) {
        observer.access({at(0, lanes), AccessKind::load, TensorId{0}, 4, 1, offsets});
    });
    const auto row = io::TraceCursor(made.trace).next();
    for (int lane = 0; lane < width; ++lane)
        if ((lanes >> lane & 1) != 0) {
            EXPECT_EQ(offset_of(*row, lane), offsets[static_cast<std::size_t>(lane)]) << lane;
        }
    EXPECT_EQ(row->event.lanes, lanes);
    return row->access->form == io::OffsetForm::affine ? "affine" : "listed";
}

TEST(TraceFold, TellsOffsetsOnALineByTwoNumbers) {
    EXPECT_EQ(form_of(full32, line(5, 1)), "affine");
    EXPECT_EQ(form_of(full32, line(1000, -3)), "affine");
    EXPECT_EQ(form_of(full32, line(7, 0)), "affine");
    EXPECT_EQ(form_of(full64, line(0, 1 << 20, 64), 64), "affine");
    EXPECT_EQ(form_of(std::uint64_t{1} << 31, line(9, 4)), "affine");
    EXPECT_EQ(form_of(0xF0F0, line(9, 4)), "affine");
    EXPECT_EQ(form_of(0x80000001, line(0, 2)), "affine");
}

TEST(TraceFold, ListsOffsetsOnNoLine) {
    for (const int odd : {0, 1, 17, 31}) {
        std::vector<std::int64_t> offsets = line(64, 1);
        offsets[static_cast<std::size_t>(odd)] = 3;
        EXPECT_EQ(form_of(full32, offsets), "listed") << odd;
        EXPECT_EQ(form_of(full32 & ~(std::uint64_t{1} << odd), offsets), "affine") << odd;
    }
    std::vector<std::int64_t> offsets = line(0, 1, 64);
    offsets[63] = 0;
    EXPECT_EQ(form_of(full64, offsets, 64), "listed");
    EXPECT_EQ(form_of(0b1001, {0, 0, 0, 1}), "listed");                    // a rise of a third a lane
    EXPECT_EQ(form_of(0b11, {0, std::int64_t{1} << 40, 0, 0}), "listed");  // a stride of more than 32 bits
}

TEST(TraceFold, KeepsAllThatEventsSay) {
    const auto offsets = line(2, 1);
    const Traced made = traced(program_of(32, 64), {3, 2, 1}, everything(), [&](Observer& one) {
        Observers several;
        several.add(one);
        Visit visit{SiteId{2}, {2, 1, 0}, 1, 0xFF, 7};
        several.branch({visit, 0x0F});
        several.access({visit, AccessKind::atomic, TileId{0}, 4, 2, offsets});
        several.reunion({visit});
        several.meeting({visit, program::SiteKind::barrier});
    });
    io::TraceCursor cursor(made.trace);
    const auto branch = cursor.next();
    EXPECT_EQ(branch->event.kind, io::TraceKind::branch);
    EXPECT_EQ(branch->taken, 0x0FU);
    EXPECT_EQ(branch->block, (engine::Block{2, 1, 0}));
    const auto access = cursor.next();
    EXPECT_EQ(access->event.kind, io::TraceKind::atomic);
    EXPECT_EQ(access->access->buffer, 2U);  // after two tensors
    EXPECT_EQ(access->access->width, 2);
    EXPECT_EQ(access->event.site, 2U);
    EXPECT_EQ(access->event.warp, 1);
    EXPECT_EQ(access->event.visit, 7U);
    EXPECT_EQ(cursor.next()->event.kind, io::TraceKind::reunion);
    EXPECT_EQ(cursor.next()->event.kind, io::TraceKind::meeting);
    EXPECT_EQ(made.trace.manifest.kept, (io::TraceCounts{1, 4, 8}));
}

TEST(TraceFold, KeepsValuesOfLanesThatTakePart) {
    const std::array<std::uint32_t, 3> memory{11, 22, 33};
    std::vector<const std::byte*> values(32, nullptr);
    values[1] = reinterpret_cast<const std::byte*>(&memory[0]);
    values[3] = reinterpret_cast<const std::byte*>(&memory[2]);
    const auto offsets = line(0, 1);
    const Traced made = traced(program_of(32, 64), {1, 1, 1}, {{}, 10, TraceValues::kept}, [&](Observer& observer) {
        observer.access({at(0, 0b1010), AccessKind::load, TensorId{0}, 4, 1, offsets, values});
    });
    EXPECT_EQ(made.trace.values, (std::vector<std::uint8_t>{11, 0, 0, 0, 33, 0, 0, 0}));
}

/// Three events in each of four blocks.
void tell_four_blocks(Observer& observer) {
    const auto offsets = line(0, 1);
    for (std::int64_t block = 0; block < 4; ++block)
        for (std::uint32_t site = 0; site < 3; ++site)
            observer.access({at(site, 0x3, {block % 2, block / 2, 0}), AccessKind::load, TensorId{0}, 4, 1, offsets});
}

TEST(TraceFold, SamplesBlocksByNumberAndCountsTheOthers) {
    const Traced made =
        traced(program_of(32, 64), {2, 2, 1}, {*io::BlockSelection::parse("1,3"), 100}, tell_four_blocks);
    EXPECT_EQ(made.trace.block, (std::vector<std::int64_t>{1, 0, 0, 1, 1, 0}));
    EXPECT_EQ(made.trace.manifest.kept, (io::TraceCounts{2, 6, 12}));
    EXPECT_EQ(made.by_sampling, (io::TraceCounts{2, 6, 12}));
    EXPECT_EQ(made.by_limit, io::TraceCounts{});
}

TEST(TraceFold, StopsAtTheLimitAndCountsTheRest) {
    const Traced made = traced(program_of(32, 64), {2, 2, 1}, {{}, 4}, tell_four_blocks);
    EXPECT_EQ(made.trace.manifest.kept, (io::TraceCounts{2, 4, 8}));
    EXPECT_EQ(made.by_limit, (io::TraceCounts{2, 8, 16}));
    const Traced none = traced(program_of(32, 64), {2, 2, 1}, {{}, 0}, tell_four_blocks);
    EXPECT_EQ(none.trace.events(), 0U);
    EXPECT_EQ(none.by_limit, (io::TraceCounts{4, 12, 24}));
    const Traced both = traced(program_of(32, 64), {2, 2, 1}, {*io::BlockSelection::parse("2-3"), 1}, tell_four_blocks);
    EXPECT_EQ(both.by_sampling, (io::TraceCounts{2, 6, 12}));
    EXPECT_EQ(both.by_limit, (io::TraceCounts{1, 5, 10}));
}

}  // namespace
}  // namespace phobos::interp::observe
