// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "interp/exec/engine.h"
#include "interp/plain/test_support.h"

namespace phobos::interp {
namespace {

/// Each event as one line.
class Recorder final : public observe::Observer {
public:
    void access(const observe::Access& event) override {
        constexpr std::array names{"load", "store", "atomic"};
        std::string line = fmt::format("{} {} {}x{} at", names[static_cast<std::size_t>(event.kind)],
                                       where(event.visit), event.width, event.element_bytes);
        for (std::size_t lane = 0; lane < event.offsets.size(); ++lane)
            if ((event.visit.lanes >> lane & 1) != 0) line += fmt::format(" {}", event.offsets[lane]);
        lines.push_back(line);
    }
    void branch(const observe::Branch& event) override {
        lines.push_back(fmt::format("branch {} taken {:x}", where(event.visit), event.taken));
    }
    void meeting(const observe::Meeting& event) override {
        lines.push_back(fmt::format("meeting {} kind {}", where(event.visit), static_cast<int>(event.kind)));
    }

    std::vector<std::string> lines;

private:
    static std::string where(const observe::Visit& visit) {
        return fmt::format("b{} w{} {:x}", visit.block.x, visit.warp, visit.lanes);
    }
};

std::vector<std::string> events(const std::string& text, std::vector<engine::Argument> arguments, engine::Block grid) {
    engine::Settings settings;
    settings.checks.races = false;
    settings.jobs = 3;  // an observer sees block after block all the same
    Recorder recorder;
    const program::CheckedProgram program = plain::checked(text);
    const engine::Launch launch{std::move(arguments), grid};
    const engine::Ran observed = run_observed(program, launch, settings, recorder);
    const auto engine = make_engine();
    const engine::Ran alone = engine::run(*engine, program, launch, settings);
    EXPECT_EQ(observed.tensors, alone.tensors);  // looking changes nothing
    EXPECT_EQ(observed.outcome.index(), alone.outcome.index());
    return recorder.lines;
}

std::string kind(program::SiteKind kind) { return std::to_string(static_cast<int>(kind)); }

TEST(Observer, IsToldAccessesBranchesAndMeetingsInOrder) {
    const std::string text =
        "@launch(64)\nkernel k(X: tensor<f32>[4, 2], C: tensor<i32>[3]) {\n"
        "  if ctx.lane < 2 && ctx.warp == 1 {\n"
        "    X[ctx.lane + 1, 1] = X[ctx.lane, 0]\n"
        "    atomic_add(C, 2, 1)\n"
        "  }\n"
        "  barrier()\n"
        "}\n";
    const std::vector<std::string> seen = events(
        text, {plain::tensor<float>({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), plain::zeros<std::int32_t>({3})}, {2, 1, 1});
    std::vector<std::string> expected;
    for (const char* const b : {"b0", "b1"}) {
        expected.push_back(fmt::format("branch {} w0 ffffffff taken 0", b));
        expected.push_back(fmt::format("branch {} w1 ffffffff taken 3", b));
        expected.push_back(fmt::format("load {} w1 3 1x4 at 0 2", b));
        expected.push_back(fmt::format("store {} w1 3 1x4 at 3 5", b));
        expected.push_back(fmt::format("atomic {} w1 3 1x4 at 2 2", b));
        expected.push_back(fmt::format("meeting {} w0 ffffffff kind {}", b, kind(program::SiteKind::barrier)));
        expected.push_back(fmt::format("meeting {} w1 ffffffff kind {}", b, kind(program::SiteKind::barrier)));
    }
    EXPECT_EQ(seen, expected);
}

TEST(Observer, IsToldWhatThreadsDoTogetherInATileOperation) {
    const std::string text =
        "@launch(64)\nkernel k(X: tensor<f32>[3, 5], O: tensor<f32>[3, 30]) {\n"
        "  var t: tile<f32>[3, 30] = 1.0\n"
        "  t[1, 27 :+ 4] = X[2, -1 :+ 4]\n"
        "  O[1 :+ 3, 0 :+ 30] = t\n}\n";
    const std::vector<std::string> seen =
        events(text, {plain::zeros<float>({3, 5}), plain::unwritten<float>({3, 30})}, {1, 1, 1});
    const auto meetings = [](program::SiteKind kind_of_site) {
        return std::vector{fmt::format("meeting b0 w0 ffffffff kind {}", kind(kind_of_site)),
                           fmt::format("meeting b0 w1 ffffffff kind {}", kind(kind_of_site))};
    };
    const auto access = [](std::string line, int first, int count) {
        for (int i = first; i < first + count; ++i) line += fmt::format(" {}", i);
        return line;
    };
    const auto of_tile = [&](const std::string& what) {
        return std::vector{access(what + " b0 w0 ffffffff 1x4 at", 0, 32),
                           access(what + " b0 w1 ffffffff 1x4 at", 32, 32),
                           access(what + " b0 w0 3ffffff 1x4 at", 64, 26)};
    };
    std::vector<std::string> expected;
    const auto then = [&](const std::vector<std::string>& lines) {
        expected.insert(expected.end(), lines.begin(), lines.end());
    };
    then(meetings(program::SiteKind::tile));  // the declaration
    then(of_tile("store"));
    then(meetings(program::SiteKind::tile));
    then(meetings(program::SiteKind::slice_store));  // a row of t
    then(meetings(program::SiteKind::slice));
    then({"load b0 w0 e 1x4 at 10 11 12", "store b0 w0 7 1x4 at 57 58 59"});
    then(meetings(program::SiteKind::slice_store));
    then(meetings(program::SiteKind::slice_store));  // two rows of O
    then(meetings(program::SiteKind::slice));
    then(of_tile("load"));
    then({access("store b0 w0 ffffffff 1x4 at", 30, 32), access("store b0 w1 fffffff 1x4 at", 62, 28)});
    then(meetings(program::SiteKind::slice_store));
    EXPECT_EQ(seen, expected);
}

TEST(Observer, IsToldRunsTurnsAndCollectives) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i8>[64], O: tensor<i32>[2]) {\n"
        "  for i in range(2) {\n"
        "    let s = sum(i32(X[i * 4 :+ 4]))\n"
        "    let t = max<over ctx.lane>(s + ctx.lane)\n"
        "    if ctx.thread == 31 {\n      O[i] = t\n    }\n"
        "  }\n}\n";
    const auto seen = events(text, {plain::zeros<std::int8_t>({64}), plain::unwritten<std::int32_t>({2})}, {1, 1, 1});
    std::vector<std::string> accesses;
    int meetings = 0;
    for (const std::string& line : seen) {
        if (line.starts_with("load") || line.starts_with("store")) accesses.push_back(line);
        if (line.ends_with("kind " + kind(program::SiteKind::collective))) ++meetings;
    }
    EXPECT_EQ(meetings, 2);
    ASSERT_EQ(accesses.size(), 4U);
    EXPECT_TRUE(accesses[0].starts_with("load b0 w0 ffffffff 4x1 at 0")) << accesses[0];
    EXPECT_TRUE(accesses[2].starts_with("load b0 w0 ffffffff 4x1 at 4")) << accesses[2];
    EXPECT_EQ(accesses[1], "store b0 w0 80000000 1x4 at 0");
    EXPECT_EQ(accesses[3], "store b0 w0 80000000 1x4 at 1");
}

/// What the lines of Recorder leave out.
class Details final : public observe::Observer {
public:
    void access(const observe::Access& event) override {
        std::string line = fmt::format("access #{}", event.visit.number);
        ASSERT_EQ(event.values.size(), event.offsets.size());
        for (std::size_t lane = 0; lane < event.values.size(); ++lane) {
            if ((event.visit.lanes >> lane & 1) == 0) continue;
            std::int64_t value = 0;
            std::memcpy(&value, event.values[lane], static_cast<std::size_t>(event.element_bytes * event.width));
            line += fmt::format(" {:x}", value);
        }
        lines.push_back(line);
    }
    void branch(const observe::Branch& event) override {
        lines.push_back(fmt::format("branch #{} {:x} of {:x}", event.visit.number, event.taken, event.visit.lanes));
    }
    void meeting(const observe::Meeting& event) override {
        lines.push_back(
            fmt::format("meeting #{} of {}", event.visit.number, event.scope == Scope::lanes ? "lanes" : "threads"));
    }
    void reunion(const observe::Reunion& event) override {
        lines.push_back(fmt::format("reunion #{} {:x}", event.visit.number, event.visit.lanes));
    }
    void byte_dots(const observe::ByteDots& event) override {
        lines.push_back(fmt::format("byte dots {} by {:x}", event.count, event.lanes));
    }

    std::vector<std::string> lines;
};

std::vector<std::string> details(const std::string& text, std::vector<engine::Argument> arguments) {
    Details details;
    const engine::Ran ran = run_observed(plain::checked(text), {std::move(arguments), {1, 1, 1}}, {}, details);
    EXPECT_TRUE(std::holds_alternative<engine::Finished>(ran.outcome));
    return details.lines;
}

using Lines = std::vector<std::string>;

TEST(Observer, IsToldValuesAndVisits) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i32>[4]) {\n"
        "  for i in range(2) {\n"
        "    if ctx.thread < 2 {\n"
        "      X[ctx.thread] += 16\n"
        "      atomic_add(X, 2, ctx.thread + 1)\n"
        "    }\n"
        "  }\n}\n";
    const Lines seen = details(text, {plain::tensor<std::int32_t>({4}, {1, 2, 3, 4})});
    const Lines expected{"branch #0 3 of ffffffff", "access #0 1 2",           "access #0 11 12", "access #0 3 4",
                         "reunion #0 ffffffff",     "branch #1 3 of ffffffff", "access #1 11 12", "access #1 21 22",
                         "access #1 6 7",           "reunion #1 ffffffff"};
    EXPECT_EQ(seen, expected);
}

TEST(Observer, IsToldWhereLanesPartAndMeet) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i32>[32]) {\n"
        "  for i in range(30, 32 + ctx.thread / 31) {\n"  // the last thread has three turns
        "    if ctx.thread == 0 && 100 / (i - 29) > 60 {\n      continue\n    }\n"
        "  }\n}\n";
    const Lines seen = details(text, {plain::zeros<std::int32_t>({32})});
    const Lines expected{"branch #0 ffffffff of ffffffff",
                         "branch #0 1 of ffffffff",  // the left side
                         "reunion #0 ffffffff",
                         "branch #0 1 of ffffffff",  // the `if`
                         "reunion #0 fffffffe",      // without the one that continues
                         "branch #1 ffffffff of ffffffff",
                         "branch #1 1 of ffffffff",
                         "reunion #1 ffffffff",
                         "branch #1 0 of ffffffff",
                         "reunion #1 ffffffff",
                         "branch #2 80000000 of ffffffff",
                         "branch #2 0 of 80000000",
                         "branch #2 0 of 80000000",
                         "reunion #2 80000000",
                         "branch #3 0 of 80000000",
                         "reunion #3 ffffffff"};
    EXPECT_EQ(seen, expected);
}

// exec-6, exec-7, exec-9: lanes part at what they need not go through together, and only there do they meet again.
TEST(Observer, IsToldNoReunionOfWarpsThatStayWhole) {
    const auto reunions = [](const std::string& level) {
        const Lines seen = details("@launch(64)\nkernel k(X: tensor<i32>[64]) {\n  let n = " + level +
                                       "\n  var i = 0\n  while i < n {\n    i += 1\n  }\n"
                                       "  for j in range(n) {\n    X[ctx.thread] += 1\n  }\n"
                                       "  if n == 1 {\n    X[ctx.thread] += 1\n  }\n}\n",
                                   {plain::zeros<std::int32_t>({64})});
        return std::ranges::count_if(seen, [](const std::string& line) { return line.starts_with("reunion"); });
    };
    EXPECT_EQ(reunions("2"), 0);
    EXPECT_EQ(reunions("ctx.warp + 1"), 0);
    EXPECT_EQ(reunions("ctx.lane + 1"), 6);
}

TEST(Observer, IsToldScopesRunsAndByteDots) {
    const std::string text =
        "@launch(32)\nkernel k(A: tensor<i8>[16], O: tensor<i32>[32]) {\n"
        "  let s = sum(i32(A[ctx.lane / 31 * 8 :+ 8]) * i32(A[0 :+ 8]))\n"
        "  let d = dp4a(u32(1), u32(2), ctx.lane)\n"
        "  warp_barrier()\n"
        "  O[ctx.lane] = sum<over ctx.thread>(s + d)\n}\n";
    const Lines seen = details(text, {plain::zeros<std::int8_t>({16}), plain::unwritten<std::int32_t>({32})});
    ASSERT_EQ(seen.size(), 7U);
    EXPECT_EQ(seen[2], "byte dots 2 by ffffffff");
    EXPECT_EQ(seen[3], "byte dots 1 by ffffffff");
    EXPECT_EQ(seen[4], "meeting #0 of lanes");
    EXPECT_EQ(seen[5], "meeting #0 of threads");
}

TEST(Observer, IsToldOneVisitOfATileOperation) {
    const std::string text =
        "@launch(32)\nkernel k(X: tensor<i32>[2]) {\n"
        "  for i in range(2) {\n    X[0 :+ 2] += i + 1\n  }\n}\n";
    const Lines seen = details(text, {plain::tensor<std::int32_t>({2}, {5, 7})});
    const Lines expected{"meeting #0 of threads", "access #0 5 7", "access #0 6 8", "meeting #0 of threads",
                         "meeting #1 of threads", "access #1 6 8", "access #1 8 a", "meeting #1 of threads"};
    EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace phobos::interp
