// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/launch.h"

namespace phobos::engine {
namespace {

using diagnostics::Code;
using program::DimId;
using program::LocalId;
using program::TensorId;

/// kernel k(X: tensor<f32>[R, K], s: i32, W: tensor<f32>[K, 4]), which writes W; K is a multiple of 2.
program::Program example() {
    program::Program program;
    program.kernel = "k";
    program.dims = {{"R", 1, {}}, {"K", 2, {}}};
    program.tensors = {{"X", ScalarType::f32, {DimId{0}, DimId{1}}, true, false, {}},
                       {"W", ScalarType::f32, {DimId{1}, std::int64_t{4}}, false, true, {}}};
    program.locals = {{"s", ScalarType::i32, {}}};
    program.parameters = {TensorId{0}, LocalId{0}, TensorId{1}};
    return program;
}

OwnTensor zeros(std::vector<std::int64_t> shape, ScalarType element = ScalarType::f32) {
    return {*make_zeroed(element, std::move(shape)), 0};
}
Launch good_launch() { return {{zeros({3, 6}), Scalar{ScalarType::i32, {1}}, zeros({6, 4})}, {1, 1, 1}}; }

/// "PH0705: message", or "" where the launch is accepted.
std::string refusal(const Launch& launch, const program::Program& program = example()) {
    const auto dims = bind(program, launch);
    return dims ? "" : diagnostics::spelling(dims.error().code) + ": " + dims.error().message;
}
Launch with(std::size_t index, Argument argument) {
    Launch launch = good_launch();
    launch.arguments[index] = std::move(argument);
    return launch;
}

TEST(Bind, GivesEachDimTheValueOfItsAxes) {
    const auto dims = bind(example(), good_launch());
    ASSERT_TRUE(dims);
    EXPECT_EQ(dims->values, (std::vector<std::int64_t>{3, 6}));
}

TEST(Bind, AcceptsDimsOfZero) {
    const auto dims = bind(example(), {{zeros({0, 0}), Scalar{ScalarType::i32, {1}}, zeros({0, 4})}, {0, 0, 0}});
    ASSERT_TRUE(dims);
    EXPECT_EQ(dims->values, (std::vector<std::int64_t>{0, 0}));
}

TEST(Bind, RefusesAnotherNumberOfArguments) {
    Launch launch = good_launch();
    launch.arguments.pop_back();
    EXPECT_EQ(bind(example(), launch).error().code, Code::launch_argument_count);
    EXPECT_EQ(refusal(launch), "PH0701: k has 3 parameters, but 2 arguments are given");
    launch.arguments.pop_back();
    EXPECT_EQ(refusal(launch), "PH0701: k has 3 parameters, but 1 argument is given");
}

TEST(Bind, RefusesAScalarForATensorAndTheReverse) {
    EXPECT_EQ(refusal(with(0, Scalar{ScalarType::f32, {0}})), "PH0702: X is a tensor, but a scalar is given");
    EXPECT_EQ(refusal(with(1, zeros({1}))), "PH0702: s is a scalar, but a tensor is given");
}

TEST(Bind, RefusesAnotherElementType) {
    EXPECT_EQ(refusal(with(0, zeros({3, 6}, ScalarType::f16))),
              "PH0703: X has elements of type f32, but those given are f16");
    EXPECT_EQ(refusal(with(1, Scalar{ScalarType::u32, {1}})), "PH0703: s is i32, but the value given is u32");
}

TEST(Bind, RefusesAnotherRank) {
    EXPECT_EQ(refusal(with(0, zeros({18}))), "PH0704: X has 2 dimensions, but the argument has shape 18");
}

TEST(Bind, RefusesTwoBindingsOfOneDimAndNamesBoth) {
    EXPECT_EQ(refusal(with(2, zeros({8, 4}))), "PH0705: K is 6 by axis 1 of X, but 8 by axis 0 of W");
}

TEST(Bind, RefusesAnotherConstantExtent) {
    EXPECT_EQ(refusal(with(2, zeros({6, 5}))), "PH0706: axis 1 of W has 4 elements, but the argument has 5");
}

TEST(Bind, RefusesADimThatIsNotTheMultiple) {
    Launch launch = good_launch();
    launch.arguments[0] = zeros({3, 5});
    launch.arguments[2] = zeros({5, 4});
    EXPECT_EQ(refusal(launch), "PH0707: K is 5 by axis 1 of X, but @aligned asks for a multiple of 2");
}

TEST(Bind, RefusesViewsThatOverlapAWrittenArgument) {
    program::Program program = example();
    Launch launch = good_launch();
    launch.arguments[0] = zeros({8, 6});
    launch.arguments[2] = ViewOf{0, 96, ScalarType::f32, {6, 4}};
    EXPECT_EQ(refusal(launch), "PH0708: X and W overlap in memory, but W is written");
    program.tensors[1].written = false;
    EXPECT_EQ(refusal(launch, program), "");
}

/// kernel k(A: tensor<u8>[N], B: tensor<u8>[M], C: tensor<u8>[L]), which writes C.
program::Program three_vectors() {
    program::Program program;
    program.kernel = "k";
    program.dims = {{"N", 1, {}}, {"M", 1, {}}, {"L", 1, {}}};
    for (std::uint32_t i = 0; i < 3; ++i) {
        program.tensors.push_back(
            {std::string(1, static_cast<char>('A' + i)), ScalarType::u8, {DimId{i}}, true, i == 2, {}});
        program.parameters.emplace_back(TensorId{i});
    }
    return program;
}

/// The refusal of A and C in the memory of B, at these bytes.
std::string refusal_of_views(ViewOf a, ViewOf c) {
    return refusal({{std::move(a), zeros({64}, ScalarType::u8), std::move(c)}, {1, 1, 1}}, three_vectors());
}

TEST(Bind, TellsViewsSideBySideFromOverlappingOnes) {
    const auto view = [](std::int64_t offset, std::int64_t size) { return ViewOf{1, offset, ScalarType::u8, {size}}; };
    EXPECT_EQ(refusal_of_views(view(0, 32), view(8, 0)), "") << "an empty view overlaps nothing";
    EXPECT_EQ(refusal_of_views(view(0, 32), view(32, 8)), "PH0708: B and C overlap in memory, but C is written");
    EXPECT_EQ(refusal_of_views(view(0, 32), view(31, 8)), "PH0708: A and C overlap in memory, but C is written");

    program::Program program = three_vectors();
    program.tensors[1].shape = {std::int64_t{0}};
    const Launch in_empty{{zeros({8}, ScalarType::u8), zeros({0}, ScalarType::u8), ViewOf{1, 0, ScalarType::u8, {0}}},
                          {1, 1, 1}};
    EXPECT_EQ(refusal(in_empty, program), "");
}

TEST(Bind, RefusesAViewThatLeavesItsMemory) {
    const auto place = [](std::int64_t offset, std::int64_t size) {
        return refusal(
            {{zeros({8}, ScalarType::u8), zeros({8}, ScalarType::u8), ViewOf{1, offset, ScalarType::u8, {size}}},
             {1, 1, 1}},
            three_vectors());
    };
    EXPECT_EQ(place(8, 0), "");
    EXPECT_EQ(place(1, 8), "PH0710: C needs 8 bytes from byte 1 on, but its memory has 8");
    EXPECT_EQ(place(-1, 1), "PH0710: C needs 1 byte from byte -1 on, but its memory has 8");
    EXPECT_EQ(place(9, 0), "PH0710: C needs 0 bytes from byte 9 on, but its memory has 8");
}

TEST(Bind, RefusesAViewOfAViewOrOfNothing) {
    const Launch of_view{
        {zeros({8}, ScalarType::u8), ViewOf{0, 0, ScalarType::u8, {4}}, ViewOf{1, 0, ScalarType::u8, {4}}}, {1, 1, 1}};
    EXPECT_EQ(refusal(of_view, three_vectors()), "PH0710: C lies in an argument that has no memory of its own");
    const Launch of_nothing{{zeros({8}, ScalarType::u8), zeros({8}, ScalarType::u8), ViewOf{7, 0, ScalarType::u8, {4}}},
                            {1, 1, 1}};
    EXPECT_EQ(refusal(of_nothing, three_vectors()), "PH0710: C lies in an argument that has no memory of its own");
}

TEST(Bind, RefusesAnAddressThatIsNotAMultipleOfTheElement) {
    Launch launch = good_launch();
    std::get<OwnTensor>(launch.arguments[0]).byte_offset = 4;
    EXPECT_EQ(refusal(launch), "");
    std::get<OwnTensor>(launch.arguments[0]).byte_offset = 6;
    EXPECT_EQ(bind(example(), launch).error().code, Code::launch_alignment);
    EXPECT_EQ(refusal(launch),
              "PH0711: X begins 6 bytes past an aligned address, which is not a multiple of its elements' 4 bytes");
}

TEST(Bind, RefusesAGridOutOfRange) {
    const auto grid = [](Block extents) {
        Launch launch = good_launch();
        launch.grid = extents;
        return refusal(launch);
    };
    EXPECT_EQ(grid({(std::int64_t{1} << 31) - 1, 65535, 65535}), "");
    EXPECT_EQ(grid({std::int64_t{1} << 31, 1, 1}),
              "PH0709: the grid's x is 2147483648, but must be from 0 to 2147483647");
    EXPECT_EQ(grid({1, 65536, 1}), "PH0709: the grid's y is 65536, but must be from 0 to 65535");
    EXPECT_EQ(grid({1, 1, -1}), "PH0709: the grid's z is -1, but must be from 0 to 65535");
}

/// kernel k(bar: tensor<i32>[B]) with a grid_barrier.
std::string refusal_of_bar(Argument bar, Block grid) {
    program::Program program;
    program.kernel = "k";
    program.dims = {{"B", 1, {}}};
    program.tensors = {{"bar", ScalarType::i32, {DimId{0}}, true, true, {}}};
    program.parameters = {TensorId{0}};
    program.bars = {TensorId{0}};
    return refusal({{std::move(bar)}, grid}, program);
}

TEST(Bind, RefusesAGridBarrierWithoutAZeroedCounterOrALineOfBlocks) {
    EXPECT_EQ(refusal_of_bar(zeros({2}, ScalarType::i32), {7, 1, 1}), "");
    const std::string counter = "PH0712: grid_barrier needs bar to have at least 2 elements, all of them 0";
    EXPECT_EQ(refusal_of_bar(zeros({1}, ScalarType::i32), {7, 1, 1}), counter);
    OwnTensor used = zeros({3}, ScalarType::i32);
    used.tensor.store(2, {1});
    EXPECT_EQ(refusal_of_bar(used, {7, 1, 1}), counter);
    EXPECT_EQ(refusal_of_bar(OwnTensor{*make_unwritten(ScalarType::i32, {2}), 0}, {7, 1, 1}), counter);
    const std::string line = "PH0712: a kernel with grid_barrier needs a grid of one dimension";
    EXPECT_EQ(refusal_of_bar(zeros({2}, ScalarType::i32), {7, 2, 1}), line);
    EXPECT_EQ(refusal_of_bar(zeros({2}, ScalarType::i32), {7, 1, 0}), line);
}

TEST(Outcome, IsSpelledAsInCases) {
    EXPECT_EQ(spelling(Outcome{Finished{}}), "finished");
    EXPECT_EQ(spelling(Outcome{Trapped{}}), "trapped");
    EXPECT_EQ(spelling(Outcome{LaunchError{}}), "launch-error");
    EXPECT_EQ(spelling(Outcome{Limited{}}), "limit");
    EXPECT_EQ(spelling(Outcome{Unsupported{}}), "unsupported");
    EXPECT_EQ(spelling(Outcome{Failed{}}), "failed");
    EXPECT_EQ(spelling(Outcome{LevelViolation{}}), "level-violation");
}

}  // namespace
}  // namespace phobos::engine
