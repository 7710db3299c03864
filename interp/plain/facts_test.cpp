// SPDX-License-Identifier: Apache-2.0
// What the checker knows of integers holds of the values of random programs.
#include "lang/check/facts.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "interp/plain/test_support.h"
#include "lang/check/annotated_source.h"
#include "lang/check/level_walk.h"

namespace phobos::plain {
namespace {

constexpr int threads = 64;
constexpr int most_places = 40;

/// Kernels of 64 threads that compute with few variables and keep marked values in P: a value marked `once` is stored
/// at most once by each thread, the others once a turn.
class FactPrograms {
public:
    explicit FactPrograms(std::uint32_t seed) : random_(seed) {}

    std::string make() {
        std::string body;
        for (const std::string_view name : names) body += fmt::format("var {}: i32 = {}\n", name, value(2));
        body += block(3);
        for (const std::string_view name : names) body += record(std::string(name));
        return fmt::format(
            "fn f(a: i32) -> i32 {{\nif a < 9 {{ return a + 4 }}\nreturn a + 16\n}}\n"
            "@launch({})\nkernel k(P: tensor<i32>[{}], s: i32) {{\n{}}}\n",
            threads, threads * most_places, body);
    }

private:
    static constexpr std::array<std::string_view, 3> names{"x", "y", "z"};

    std::size_t choose(std::size_t count) { return random_() % count; }
    std::string name() { return std::string(names[choose(names.size())]); }
    std::string constant() {
        static constexpr std::array<int, 10> constants{0, 1, 2, 3, 4, 8, 12, 16, 100, 7};
        return std::to_string(constants[choose(constants.size())]);
    }
    std::string positive() { return std::to_string(1 << choose(6)); }
    std::string value(int depth) {
        const auto sub = [&] { return value(depth - 1); };
        static constexpr std::array<std::string_view, 4> sources{"ctx.lane", "ctx.warp", "ctx.thread", "s"};
        static constexpr std::array<std::string_view, 6> operators{"+", "-", "+", "&", "|", "^"};
        switch (choose(depth > 0 ? 16 : 4)) {
            case 0: return constant();
            case 1: return std::string(sources[choose(sources.size())]);
            case 2:
            case 3: return declared_ ? name() : constant();
            case 4:
            case 5:
            case 6: return fmt::format("({} {} {})", sub(), operators[choose(operators.size())], sub());
            case 7:
            case 8: return fmt::format("({} * {})", sub(), constant());
            case 9: return fmt::format("({} {} {})", sub(), choose(2) == 0 ? "<<" : ">>", choose(5));
            case 10: return fmt::format("({} {} {})", sub(), choose(2) == 0 ? "/" : "%", positive());
            case 11: return fmt::format("({}{})", choose(2) == 0 ? "-" : "~", sub());
            case 12: return fmt::format("{}({}, {})", choose(2) == 0 ? "min" : "max", sub(), sub());
            case 13: return fmt::format("where({} < {}, {}, {})", sub(), sub(), sub(), sub());
            case 14: return choose(2) == 0 ? fmt::format("abs({})", sub()) : fmt::format("f({})", sub());
            default: return choose(2) == 0 ? fmt::format("i32(i64({}) * 4)", sub()) : fmt::format("i32(i8({}))", sub());
        }
    }
    std::string record(const std::string& expression) {
        if (places_ == most_places) return "";
        const int place = places_++;
        return fmt::format("P[{} + ctx.thread] = ⟦{}⟧:{}{}\n", place * threads, expression,
                           loops_ == 0 ? "once" : "turn", place);
    }
    std::string condition() {
        static constexpr std::array<std::string_view, 4> tests{"ctx.lane < 9", "ctx.warp < 1", "s < 5", "s > 5"};
        return choose(2) == 0 ? std::string(tests[choose(tests.size())]) : fmt::format("{} < {}", name(), value(1));
    }
    std::string block(int depth) {
        declared_ = true;
        std::string text;
        for (std::size_t count = choose(4) + 2; count > 0; --count) text += statement(depth);
        return text;
    }
    std::string statement(int depth) {
        switch (choose(depth > 0 ? 12 : 7)) {
            case 0:
            case 1:
            case 2: return fmt::format("{} = {}\n", name(), value(2));
            case 3: return fmt::format("{} += {}\n", name(), choose(2) == 0 ? positive() : value(1));
            case 4: return record(value(2));
            case 5: return record(name());
            case 6: {
                if (loops_ == 0) return "";
                return fmt::format("if {} {{ {} }}\n", condition(), choose(2) == 0 ? "continue" : "break");
            }
            case 7:
            case 8: {
                const std::string head = condition();
                const std::string then = block(depth - 1);
                return fmt::format("if {} {{\n{}}} else {{\n{}}}\n", head, then, block(depth - 1));
            }
            default: {
                const std::string start = value(1);
                const std::string end = choose(2) == 0 ? "4" : "ctx.lane % 4";
                static constexpr std::array<std::string_view, 3> steps{"4", "ctx.lanes", "(ctx.lane + 1)"};
                const std::string_view step = steps[choose(steps.size())];
                ++loops_;
                std::string body = record("i") + block(depth - 1);
                --loops_;
                return fmt::format("for i in range({} % 64, {} * {}, {}) {{\n{}}}\n", start, end, step, step, body);
            }
        }
    }

    std::mt19937 random_;
    bool declared_ = false;
    int loops_ = 0;
    int places_ = 0;
};

struct Tally {
    int values = 0;
    int congruences = 0;
    int strides = 0;
    int lane_strides = 0;
};

/// Compares a fact with the values that the threads left at one place.
void compare(const program::Fact& fact, const engine::Tensor& stored, std::uint64_t place, Tally& tally,
             const std::string& what) {
    std::optional<std::uint32_t> base;
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
        if (!stored.is_written(place * threads + thread)) continue;
        const auto value = static_cast<std::uint32_t>(stored.load(place * threads + thread).bits);
        ++tally.values;
        if (fact.congruence.log2_modulus > 0) ++tally.congruences;
        ASSERT_EQ(value & ((1U << fact.congruence.log2_modulus) - 1), fact.congruence.residue) << what;
        if (!fact.affine) continue;
        ++tally.strides;
        const auto lane = static_cast<std::uint32_t>(fact.affine->lane * static_cast<std::int64_t>(thread % 32));
        const auto warp = static_cast<std::uint32_t>(fact.affine->warp * static_cast<std::int64_t>(thread / 32));
        if (!base) base = value - lane - warp;
        ASSERT_EQ(value - lane - warp, *base) << what << ", thread " << thread;
    }
}

/// The same of what is known within each warp alone.
void compare_lanes(std::int64_t stride, const engine::Tensor& stored, std::uint64_t place, Tally& tally,
                   const std::string& what) {
    std::array<std::optional<std::uint32_t>, threads / 32> bases;
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
        if (!stored.is_written(place * threads + thread)) continue;
        ++tally.lane_strides;
        const auto value = static_cast<std::uint32_t>(stored.load(place * threads + thread).bits);
        const std::uint32_t base = value - static_cast<std::uint32_t>(stride * static_cast<std::int64_t>(thread % 32));
        std::optional<std::uint32_t>& known = bases[thread / 32];
        if (!known) known = base;
        ASSERT_EQ(base, *known) << what << ", thread " << thread;
    }
}

TEST(Facts, HoldOfEveryValueOfRandomPrograms) {
    Tally tally;
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        const check::AnnotatedSource annotated = check::without_marks(FactPrograms(seed).make());
        const program::Program program = check::elaborated_kernel(annotated.source);
        ASSERT_GT(program.expressions, 0U);
        const check::LaneFacts known = check::analyse_lane_facts(program, check::solve_levels(program).levels, {});
        const auto scalar = static_cast<std::int32_t>(seed % 11);
        const engine::Launch launch{
            {unwritten<std::int32_t>({threads * most_places}), engine::Scalar{ScalarType::i32, bits_of(scalar)}},
            {1, 1, 1}};
        engine::Settings settings;
        settings.checks = {false, false, false};
        settings.limits.steps = 2'000'000;
        const engine::Ran ran = observe(program, {}, launch, settings).ran;
        if (!std::holds_alternative<engine::Finished>(ran.outcome)) continue;
        for (const check::Mark& mark : annotated.marks) {
            const std::uint64_t place = std::stoull(mark.claim.substr(4));
            program::for_each_in(program.body, [&](const program::Expression& expression) {
                if (expression.span != mark.span) return;
                program::Fact fact = known.facts.expressions[expression.id.index];
                std::optional<std::int64_t> stride = known.strides[expression.id.index];
                if (!mark.claim.starts_with("once")) {  // these hold within an instance
                    fact.affine.reset();
                    stride.reset();
                }
                const std::string what =
                    fmt::format("`{}` in\n{}", annotated.source.text(mark.span), annotated.source.text());
                compare(fact, ran.tensors[0], place, tally, what);
                if (stride) compare_lanes(*stride, ran.tensors[0], place, tally, what);
            });
            ASSERT_FALSE(HasFatalFailure());
        }
    }
    EXPECT_GT(tally.congruences, 20'000);
    EXPECT_GT(tally.strides, 20'000);
    EXPECT_GT(tally.lane_strides, tally.strides);
    fmt::print("{} values, {} congruences, {} strides, {} of lanes\n", tally.values, tally.congruences, tally.strides,
               tally.lane_strides);
}

}  // namespace
}  // namespace phobos::plain
