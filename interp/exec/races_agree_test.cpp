// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "interp/plain/test_support.h"

// Small kernels that often have races, judged by both engines (exec-25 to exec-28, exec-30, tile-48).
namespace phobos::interp {
namespace {

/// Two warps of one or two blocks, a tensor and a tile of four elements, and values that are often the same.
class RacyKernel {
public:
    explicit RacyKernel(std::uint64_t seed) : random_(seed) {
        const int count = 4 + pick(8);
        for (int i = 0; i < count; ++i) pick(16) == 0 ? add_loop() : add_statement();
        text_ += "  O[ctx.block.x * 64 + t] = x\n}\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::int64_t blocks() const { return blocks_; }
    [[nodiscard]] bool has_loops() const { return text_.find("for i") != std::string::npos; }

private:
    int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
    template <std::size_t count>
    std::string one_of(const std::array<const char*, count>& choices) {
        return choices[static_cast<std::size_t>(pick(count))];
    }

    void add_loop() {
        text_ += "  for i in range(0, 2) {\n";
        const int count = 1 + pick(3);
        for (int i = 0; i < count; ++i) add_statement();
        text_ += "  }\n";
    }
    void add_statement() {
        const bool orders = pick(is_calm_ ? 2 : 4) == 0;
        if (!orders) return add_accesses();
        text_ += "  ";
        if (pick(2) == 0)
            text_ += tile_operation();
        else
            text_ += one_of(std::array{"barrier()", "barrier()", "warp_barrier()", "x += sum<over ctx.thread>(1)",
                                       "x += sum<over ctx.lane>(1)"});
        text_ += "\n";
    }
    /// What all threads of the block load or store while they evaluate scalar operands and starts.
    std::string loaded() {
        return one_of(std::array{"1", "A[1]", "A[3]", "s[2]", "put(A)", "get(A)", "(A[0] + put(A))"});
    }
    std::string tile() {
        switch (pick(4)) {
            case 0: return "s + " + loaded();
            case 1: return loaded() + " + A[0 :+ 4]";
            case 2: return "(A[0 :+ 4] + " + loaded() + ") * " + loaded();
            default: return one_of(std::array{"s + 1", "A[0 :+ 4]"});
        }
    }
    std::string tile_operation() {
        const std::string op = pick(3) == 0 ? " += " : " = ";
        switch (pick(5)) {
            case 0: return "s" + op + (pick(2) == 0 ? tile() : loaded());
            case 1: return "s[1 :+ 2]" + op + loaded();
            case 2: return "A[ctx.block.x * 2 :+ 2]" + op + loaded();
            case 3: return "A[" + loaded() + " % 2 :+ 4]" + op + (pick(2) == 0 ? tile() : loaded());
            default: return "A[ctx.block.x * 2 :+ 2]" + op + "s[0 :+ 2]";
        }
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
        switch (pick(9)) {
            case 0: return "atomic_add(" + buffer + ", " + at + ", " + value + ")";
            case 1:
                if (pick(2) == 0) return "store(" + buffer + "[t % 2 * 2 :+ 2], " + value + ")";
                return "x += sum(" + buffer + "[t % 3 :+ 2])";
            case 2:
            case 3:
            case 4: return "x += " + buffer + "[" + at + "]";
            case 5: return buffer + "[" + one_of(std::array{"t % 2", "t % 4", "t / 2 % 3"}) + "] += " + value;
            default: return buffer + "[" + at + "] = " + value;
        }
    }

    std::mt19937_64 random_;
    bool is_calm_ = pick(4) != 0;  ///< has few races, so that programs come far
    std::int64_t blocks_ = is_calm_ && pick(4) != 0 ? 1 : 2;
    std::string text_ =
        "fn put(X: tensor<i32>[4]) -> i32 {\n  X[(ctx.thread + 1) % 4] = 1\n  return 1\n}\n"
        "fn get(X: tensor<i32>[4]) -> i32 {\n  let unused = X[3 - ctx.thread % 4]\n  return 1\n}\n"
        "@launch(64)\nkernel k(A: tensor<i32>[4], O: tensor<i32>[128]) {\n"
        "  let t = ctx.thread\n  var s: tile<i32>[4] = 0\n  var x: i32 = 0\n";
};

/// Where and by whom one of two accesses is done.
struct Side {
    std::uint32_t site;
    std::int64_t block;
    int warp;
    std::uint64_t lanes;

    explicit Side(const engine::Place& place)
        : site(place.site.index), block(place.block.x), warp(place.warp), lanes(place.lanes) {}
    friend auto operator<=>(const Side&, const Side&) = default;
};
struct Verdict {
    std::string what;
    std::vector<Side> sides = {};  ///< of a race, in order
    bool keeps_to_lockstep = false;
};

Verdict verdict(engine::Engine& engine, const program::CheckedProgram& program, std::int64_t blocks) {
    const engine::Launch launch{{plain::zeros<std::int32_t>({4}), plain::zeros<std::int32_t>({128})}, {blocks, 1, 1}};
    const engine::Ran ran = engine::run(engine, program, launch, {});
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    if (trapped == nullptr) return {std::string(engine::spelling(ran.outcome))};
    Verdict verdict{std::string(row(trapped->kind).spelling)};
    if (trapped->others.empty()) return verdict;
    verdict.sides = {Side(trapped->place), Side(trapped->others[0])};
    std::ranges::sort(verdict.sides);
    verdict.keeps_to_lockstep = trapped->message.find("lockstep") != std::string::npos;
    return verdict;
}

/// exec-30: a site without a loop around it is executed once.
void expect_lockstep_told(const Verdict& verdict, const RacyKernel& kernel) {
    const Side& a = verdict.sides[0];
    const Side& b = verdict.sides[1];
    const bool is_in_warp = a.block == b.block && a.warp == b.warp;
    if (is_in_warp && a.site == b.site && kernel.has_loops()) return;
    EXPECT_EQ(verdict.keeps_to_lockstep, is_in_warp && a.site != b.site);
}

TEST(RacesOfKernels, AreThoseOfThePlainEvaluator) {
    const auto interp = make_engine();
    const auto plain = plain::make_engine();
    int races = 0;
    int same_races = 0;
    constexpr int kernels = 3000;
    for (std::uint64_t seed = 0; seed < kernels && !HasFailure(); ++seed) {
        const RacyKernel kernel(seed);
        SCOPED_TRACE(std::to_string(seed) + "\n" + kernel.text());
        const program::CheckedProgram program = plain::checked(kernel.text());
        const Verdict expected = verdict(*plain, program, kernel.blocks());
        const Verdict found = verdict(*interp, program, kernel.blocks());
        ASSERT_EQ(found.what, expected.what);
        ASSERT_TRUE(expected.what == "race" || expected.what == "finished") << expected.what;
        if (expected.what == "finished") continue;
        ++races;
        expect_lockstep_told(expected, kernel);
        expect_lockstep_told(found, kernel);
        same_races += found.sides == expected.sides ? 1 : 0;
    }
    EXPECT_GT(races, kernels / 4);
    EXPECT_LT(races, kernels * 19 / 20);
    EXPECT_GT(same_races, races / 20);
}

}  // namespace
}  // namespace phobos::interp
