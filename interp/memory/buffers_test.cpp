// SPDX-License-Identifier: Apache-2.0
#include "interp/memory/buffers.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace phobos::interp {
namespace {

engine::Tensor tensor(ScalarType element, std::vector<std::int64_t> shape, std::uint8_t first) {
    engine::Tensor result = *engine::make_zeroed(element, std::move(shape));
    for (std::byte& byte : result.bytes()) byte = static_cast<std::byte>(first++);
    return result;
}

/// A kernel of so many tensors and one scalar behind them.
program::Program program_of(std::uint32_t tensors) {
    program::Program program;
    for (std::uint32_t i = 0; i < tensors; ++i) {
        program.tensors.push_back({"T" + std::to_string(i), ScalarType::u8, {}, true, true, {}});
        program.parameters.emplace_back(program::TensorId{i});
    }
    program.locals.push_back({"s", ScalarType::i32, {}});
    program.parameters.emplace_back(program::LocalId{0});
    return program;
}

struct Uploaded {
    program::Program program;
    std::unique_ptr<Buffers> buffers;
    std::vector<BufferView> views;
};
Uploaded uploaded(std::vector<engine::Argument> arguments) {
    Uploaded result{program_of(static_cast<std::uint32_t>(arguments.size())), nullptr, {}};
    arguments.emplace_back(engine::Scalar{ScalarType::i32, {0xFFFFFFFE}});
    auto buffers = Buffers::upload(result.program, {std::move(arguments), {1, 1, 1}}, {});
    result.buffers = std::move(*buffers);
    result.views = result.buffers->views(result.program);
    return result;
}

TEST(Buffers, HoldTheArgumentsWhereTheirOffsetsSay) {
    const engine::Tensor first = tensor(ScalarType::f32, {3, 5}, 1);
    const engine::Tensor second = tensor(ScalarType::u8, {7}, 100);
    Uploaded up = uploaded({engine::OwnTensor{first, 12}, engine::OwnTensor{second, 0}});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(up.views[0].data) % 256, 12U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(up.views[1].data) % 256, 0U);
    EXPECT_EQ(up.views[0].rank, 2);
    EXPECT_EQ(up.views[0].elements(), 15);
    EXPECT_EQ(*up.views[0].name, "T0");
    EXPECT_EQ(up.buffers->scalars()[2].bits, 0xFFFFFFFEU);
    EXPECT_EQ(up.buffers->download(0), first);
    EXPECT_EQ(up.buffers->download(1), second);
    up.views[1].data[6] = std::byte{1};
    EXPECT_EQ(up.buffers->download(1).load(6).bits, 1U);
    EXPECT_TRUE(up.buffers->damaged().empty());
}

TEST(Buffers, NoticeOneByteWrittenOnEitherSide) {
    for (const std::int64_t byte_offset : {0, 4, 252})
        for (const std::ptrdiff_t at : {-1, -200, 16, 200}) {
            Uploaded up = uploaded({engine::OwnTensor{tensor(ScalarType::u8, {8}, 0), 0},
                                    engine::OwnTensor{tensor(ScalarType::i32, {4}, 0), byte_offset}});
            up.views[1].data[at] = std::byte{0};
            EXPECT_EQ(up.buffers->damaged(), std::vector<std::size_t>{1}) << at;
        }
}

TEST(Buffers, ShareTheMemoryOfViews) {
    Uploaded up =
        uploaded({engine::OwnTensor{tensor(ScalarType::i32, {4}, 0), 8}, engine::ViewOf{0, 6, ScalarType::f16, {3}}});
    EXPECT_EQ(up.views[1].data, up.views[0].data + 6);
    EXPECT_EQ(up.views[1].elements(), 3);
    EXPECT_EQ(up.buffers->download(1).load(0).bits, 0x0706U);
}

TEST(Buffers, FollowWhatIsUnwrittenElementByElement) {
    engine::Tensor half = *engine::make_unwritten(ScalarType::i32, {4});
    half.store(1, {5});
    Uploaded up = uploaded({engine::OwnTensor{half, 0}, engine::ViewOf{0, 2, ScalarType::u8, {8}},
                            engine::OwnTensor{tensor(ScalarType::u8, {2}, 0), 0}});
    const std::vector<std::uint8_t> whole(up.views[0].unwritten, up.views[0].unwritten + 4);
    EXPECT_EQ(whole, (std::vector<std::uint8_t>{1, 0, 1, 1}));
    const std::vector<std::uint8_t> view(up.views[1].unwritten, up.views[1].unwritten + 8);
    EXPECT_EQ(view, (std::vector<std::uint8_t>{1, 1, 0, 0, 0, 0, 1, 1}));
    EXPECT_EQ(up.views[2].unwritten, nullptr);
    up.views[0].unwritten[3] = 0;
    const engine::Tensor after = up.buffers->download(0);
    EXPECT_FALSE(after.is_written(0));
    EXPECT_TRUE(after.is_written(1));
    EXPECT_FALSE(after.is_written(2));
    EXPECT_TRUE(after.is_written(3));
    EXPECT_EQ(after.load(1).bits, 5U);
}

TEST(Buffers, GiveAwayALargeTensorInItsOwnMemoryAndCopyASmallOne) {
    constexpr std::int64_t large = std::int64_t{Buffers::guarded_bytes} / 4 + 1;
    const engine::Tensor small = tensor(ScalarType::u8, {5}, 3);
    engine::Tensor half = *engine::make_unwritten(ScalarType::i32, {large});
    half.store(1, {5});
    Uploaded up =
        uploaded({engine::OwnTensor{half, 0}, engine::OwnTensor{small, 0}, engine::ViewOf{0, 4, ScalarType::i32, {2}}});
    const std::byte* const memory = up.views[0].data;
    up.views[0].data[0] = std::byte{7};
    up.views[0].unwritten[0] = 0;
    const engine::Tensor view = up.buffers->take(2);
    EXPECT_EQ(view.load(0).bits, 5U);
    EXPECT_FALSE(view.is_written(1));
    const engine::Tensor taken = up.buffers->take(0);
    EXPECT_EQ(taken.bytes().data(), memory);
    EXPECT_EQ(taken.shape(), std::vector<std::int64_t>{large});
    EXPECT_EQ(taken.load(0).bits, 0xFFFFFF07U);
    EXPECT_TRUE(taken.is_written(0));
    EXPECT_TRUE(taken.is_written(1));
    EXPECT_EQ(taken.unwritten_elements(), static_cast<std::uint64_t>(large - 2));
    EXPECT_EQ(up.buffers->take(1), small);
    EXPECT_EQ(up.buffers->take(1), small);
    EXPECT_TRUE(up.buffers->damaged().empty());
}

TEST(Buffers, TakeWhatTheTensorsDoAndTheNotesOfWrites) {
    const Uploaded up = uploaded({engine::OwnTensor{tensor(ScalarType::i32, {4}, 0), 8},
                                  engine::OwnTensor{*engine::make_unwritten(ScalarType::f64, {3}), 0},
                                  engine::ViewOf{1, 0, ScalarType::u8, {5}}});
    EXPECT_EQ(up.buffers->bytes(), 16U + 24U + 3U + 5U);
}

TEST(Buffers, SayThatThereIsNoMemory) {
    const program::Program program = program_of(1);
    std::vector<engine::Argument> arguments{engine::OwnTensor{tensor(ScalarType::u8, {4}, 0), std::int64_t{1} << 60},
                                            engine::Scalar{ScalarType::i32, {1}}};
    const auto refused = Buffers::upload(program, {std::move(arguments), {1, 1, 1}}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, engine::LimitKind::memory);
}

TEST(TileMemory, TakesItsElementsAndANoteOfEach) {
    EXPECT_EQ(TileMemory::bytes_of({"s", ScalarType::f64, {{2, 3}, 2}, {}}), 6U * 9);
}

TEST(TileMemory, TracksNothingOnceEveryElementIsWritten) {
    const program::Tile tile{"s", ScalarType::i32, {{4}, 1}, {}};
    TileMemory memory(tile);
    for (int turn = 0; turn < 2; ++turn) {
        memory.declare(TileMemory::Tracking::writes);
        memory.note_written(3);
        memory.note_written(0);
        EXPECT_NE(memory.view().unwritten, nullptr);
        memory.note_written(1);
        EXPECT_EQ(memory.view().unwritten, nullptr);
    }
}

TEST(TileMemory, IsUnwrittenAgainAtEachDeclaration) {
    const program::Tile tile{"s", ScalarType::f64, {{2, 3}, 2}, {}};
    TileMemory memory(tile);
    for (int turn = 0; turn < 2; ++turn) {
        memory.declare(TileMemory::Tracking::writes);
        ASSERT_EQ(memory.view().elements(), 6);
        for (int i = 0; i < 48; ++i) EXPECT_EQ(memory.view().data[i], std::byte{0xFF});
        for (int i = 0; i < 6; ++i) EXPECT_EQ(memory.view().unwritten[i], 1);
        memory.view().data[20] = std::byte{0};
        memory.view().unwritten[2] = 0;
    }
    memory.declare(TileMemory::Tracking::nothing);
    EXPECT_EQ(memory.view().unwritten, nullptr);
    EXPECT_EQ(memory.view().data[20], std::byte{0xFF});
}

}  // namespace
}  // namespace phobos::interp
