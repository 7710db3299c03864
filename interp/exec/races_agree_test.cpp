// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <variant>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "interp/plain/test_support.h"

// Small kernels that often have races, judged by both engines (exec-25 to exec-28).
namespace phobos::interp {
namespace {

/// Two warps of two blocks, a tensor and a tile of four elements, and values that are often the same.
class RacyKernel {
public:
    explicit RacyKernel(std::uint64_t seed) : random_(seed) {
        const int count = 4 + pick(8);
        for (int i = 0; i < count; ++i) add_statement();
        text_ += "  O[ctx.block.x * 64 + t] = x\n}\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
    template <std::size_t count>
    std::string one_of(const std::array<const char*, count>& choices) {
        return choices[static_cast<std::size_t>(pick(count))];
    }

    void add_statement() {
        const bool orders = pick(is_calm_ ? 2 : 4) == 0;
        if (orders)
            text_ += "  " +
                     one_of(std::array{"barrier()", "barrier()", "warp_barrier()", "x += sum<over ctx.thread>(1)",
                                       "x += sum<over ctx.lane>(1)", "s = s + 1", "s[1 :+ 2] = 1", "s = A[0 :+ 4]",
                                       "A[ctx.block.x * 2 :+ 2] = s[0 :+ 2]"}) +
                     "\n";
        else
            add_accesses();
    }
    void add_accesses() {
        const std::string condition = pick(5) == 0 ? "" : guard();
        const std::string indent = condition.empty() ? "  " : "    ";
        if (!condition.empty()) text_ += "  if " + condition + " {\n";
        const int count = 1 + pick(2);
        for (int i = 0; i < count; ++i) text_ += indent + access() + "\n";
        if (!condition.empty()) text_ += "  }\n";
    }
    std::string guard() {
        const std::string one = "t == " + one_of(std::array{"0", "1", "31", "32", "63"});
        if (is_calm_ && pick(4) != 0) return pick(3) == 0 ? "ctx.block.x == 1 && " + one : one;
        std::string several =
            one_of(std::array{"ctx.warp == 1", "ctx.lane < 2", "t % 32 == 5", "ctx.block.x == 1", "t >= 62"});
        if (pick(2) == 0) several += " || " + one;
        return several;
    }
    std::string access() {
        const std::string buffer = pick(2) == 0 ? "A" : "s";
        const std::string at = one_of(std::array{"0", "1", "t % 2", "t / 32", "ctx.warp + 1", "ctx.block.x", "t % 4"});
        const std::string value = one_of(std::array{"0", "1", "1", "1", "t % 2", "t / 63", "ctx.block.x"});
        switch (pick(8)) {
            case 0: return "atomic_add(" + buffer + ", " + at + ", " + value + ")";
            case 1:
                if (pick(2) == 0) return "store(" + buffer + "[t % 2 * 2 :+ 2], " + value + ")";
                return "x += sum(" + buffer + "[t % 3 :+ 2])";
            case 2:
            case 3:
            case 4: return "x += " + buffer + "[" + at + "]";
            default: return buffer + "[" + at + "] = " + value;
        }
    }

    std::mt19937_64 random_;
    bool is_calm_ = pick(2) == 0;  ///< has few races, so that programs come far
    std::string text_ =
        "@launch(64)\nkernel k(A: tensor<i32>[4], O: tensor<i32>[128]) {\n"
        "  let t = ctx.thread\n  var s: tile<i32>[4] = 0\n  var x: i32 = 0\n";
};

std::string verdict(engine::Engine& engine, const program::CheckedProgram& program) {
    engine::Settings settings;
    const engine::Ran ran = engine::run(
        engine, program, {{plain::zeros<std::int32_t>({4}), plain::zeros<std::int32_t>({128})}, {2, 1, 1}}, settings);
    if (const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome))
        return std::string(row(trapped->kind).spelling);
    return std::string(engine::spelling(ran.outcome));
}

TEST(RacesOfKernels, AreThoseOfThePlainEvaluator) {
    const auto interp = make_engine();
    const auto plain = plain::make_engine();
    int races = 0;
    constexpr int kernels = 3000;
    for (std::uint64_t seed = 0; seed < kernels && !HasFailure(); ++seed) {
        const RacyKernel kernel(seed);
        const program::CheckedProgram program = plain::checked(kernel.text());
        const std::string expected = verdict(*plain, program);
        EXPECT_EQ(verdict(*interp, program), expected) << seed << "\n" << kernel.text();
        EXPECT_TRUE(expected == "race" || expected == "finished") << expected;
        races += expected == "race" ? 1 : 0;
    }
    EXPECT_GT(races, kernels / 4);
    EXPECT_LT(races, kernels * 19 / 20);
}

}  // namespace
}  // namespace phobos::interp
