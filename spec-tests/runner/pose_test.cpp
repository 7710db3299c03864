// SPDX-License-Identifier: Apache-2.0
#include "spec-tests/runner/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/io/value_text.h"

namespace phobos::runner {
namespace {

constexpr std::string_view source =
    "@launch(32)\n"
    "kernel mix(X: tensor<f16>[N], Y: tensor<f16>[M], O: tensor<f32>[N], a: i32) {\n"
    "    if ctx.thread < N {\n"
    "        O[ctx.thread] = f32(X[ctx.thread]) + f32(Y[0]) + f32(a)\n"
    "    }\n"
    "}\n";

/// A launch of the kernel, put to an implementation.
class Pose : public testing::Test {
protected:
    Pose()
        : loaded_{*io::parse_case(R"({"id": "mix", "language": 1, "rules": ["ctx-1"], "kind": "run", "lanes": [32],
              "launches": [{"arguments": {"X": {"recipe": "iota:8", "byte_offset": 6},
                                          "Y": {"alias": "X", "byte_offset": 4, "shape": "2"},
                                          "O": "unwritten:8", "a": 7}, "expect": {"O": "zeros"}}]})"),
                  SourceFile("mix.ph", std::string(source))},
          checked_(harness::checked(loaded_, 32, {})),
          kernel_(harness::find_kernel(loaded_.expectations, checked_)),
          trial_(with_junk({&loaded_, &loaded_.expectations.launches.front(), kernel_,
                            *io::resolve(kernel_->program(), loaded_.expectations.launches.front().launch)})),
          request_(request_of(trial_)) {}

    [[nodiscard]] const protocol::TensorArgument& tensor(std::size_t i) const {
        return std::get<protocol::TensorArgument>(request_.arguments[i]);
    }
    /// The buffers as they were sent.
    [[nodiscard]] protocol::Finished untouched() const { return {std::nullopt, request_.buffers, {}}; }
    [[nodiscard]] std::vector<std::size_t> damaged_by_a_byte(std::size_t argument, std::uint64_t at) const {
        protocol::Finished finished = untouched();
        finished.buffers[tensor(argument).buffer].bytes[at] ^= std::byte{1};
        return ran_of(trial_, request_, finished).damaged;
    }

    harness::LoadedCase loaded_;
    check::Checked checked_;
    const program::CheckedProgram* kernel_;
    harness::Trial trial_;
    protocol::RunRequest request_;
};

TEST_F(Pose, PutsTensorsBetweenGuardZonesAtTheirOffset) {
    ASSERT_EQ(request_.buffers.size(), 2U);
    EXPECT_EQ(tensor(0).byte_offset % 256, 6U);
    EXPECT_GE(tensor(0).byte_offset, guard_bytes);
    EXPECT_EQ(request_.buffers[0].bytes.size(), tensor(0).byte_offset + 16 + guard_bytes);
    EXPECT_EQ(tensor(2).byte_offset % 256, 0U);
    EXPECT_EQ(std::get<protocol::ScalarArgument>(request_.arguments[3]).value.bits, 7U);
}

TEST_F(Pose, PutsAViewIntoTheBufferOfTheOther) {
    EXPECT_EQ(tensor(1).buffer, tensor(0).buffer);
    EXPECT_EQ(tensor(1).byte_offset, tensor(0).byte_offset + 4);
}

TEST_F(Pose, TellsWhichElementsHaveNoValueAndFillsThemWithJunk) {
    ASSERT_EQ(tensor(2).unwritten.size(), 1U);
    EXPECT_EQ(tensor(2).unwritten[0].last, 7U);
    EXPECT_TRUE(tensor(0).unwritten.empty());
    const engine::Tensor& before = std::get<engine::OwnTensor>(trial_.given.arguments[2]).tensor;
    for (std::uint64_t i = 0; i < 8; ++i) {
        const double value = io::f64_of(ScalarType::f32, before.load(i));
        EXPECT_TRUE(std::isfinite(value) && value < 0) << value;
        EXPECT_FALSE(before.is_written(i));
        EXPECT_NE(before.load(i).bits, before.load((i + 1) % 8).bits);
    }
}

TEST_F(Pose, FindsABytePastATensorAndNoneInIt) {
    EXPECT_TRUE(ran_of(trial_, request_, untouched()).damaged.empty());
    const std::uint64_t begin = tensor(2).byte_offset;
    EXPECT_EQ(damaged_by_a_byte(2, begin - 1), std::vector<std::size_t>{2});
    EXPECT_EQ(damaged_by_a_byte(2, begin + 32), std::vector<std::size_t>{2});
    EXPECT_EQ(damaged_by_a_byte(2, 0), std::vector<std::size_t>{2});
    EXPECT_TRUE(damaged_by_a_byte(2, begin).empty());
    EXPECT_TRUE(damaged_by_a_byte(2, begin + 31).empty());
    protocol::Finished told = untouched();
    told.damaged = {"O"};
    EXPECT_EQ(ran_of(trial_, request_, told).damaged, std::vector<std::size_t>{2});
}

TEST_F(Pose, FindsAnInputThatChanged) {
    protocol::Finished finished = untouched();
    EXPECT_EQ(changed_input(trial_, request_, finished), std::nullopt);
    finished.buffers[1].bytes[tensor(2).byte_offset] ^= std::byte{1};
    EXPECT_EQ(changed_input(trial_, request_, finished), std::nullopt);
    finished.buffers[0].bytes[tensor(0).byte_offset] ^= std::byte{1};
    EXPECT_EQ(changed_input(trial_, request_, finished), "X");
}

}  // namespace
}  // namespace phobos::runner
