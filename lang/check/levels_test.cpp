// SPDX-License-Identifier: Apache-2.0
#include "lang/check/levels.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/check/annotated_source.h"
#include "lang/check/level_walk.h"

namespace phobos::check {
namespace {

/// A kernel around statements; marked expressions have the levels claimed.
void expect_levels(std::string_view statements, std::string_view functions = "") {
    const AnnotatedSource annotated = without_marks(
        fmt::format("{}\nkernel k(O: tensor<i32>[N], s: i32, B: tensor<i8>[N]) {{\n{}\n}}\n", functions, statements));
    const program::Program program = elaborated_kernel(annotated.source);
    const LevelAnalysis analysis = analyse_levels(program);
    expect_claims(annotated, program, [&](const program::Expression& expression) {
        return std::string(spelling(analysis.levels.expressions[expression.id.index]));
    });
}

std::string codes_of(std::string_view statements, std::string_view functions = "") {
    const SourceFile source("test.ph",
                            fmt::format("{}\nkernel k(O: tensor<i32>[N], s: i32) {{\n{}\n}}\n", functions, statements));
    std::string codes;
    for (const diagnostics::Diagnostic& found : analyse_levels(elaborated_kernel(source)).diagnostics.in_order())
        codes += (codes.empty() ? "" : " ") + std::string(row(found.code).rule);
    return codes;
}

TEST(Levels, Level9To11SourcesHaveTheirLevels) {
    expect_levels("let a = ⟦s⟧:uniform + ⟦N⟧:uniform + ⟦ctx.block.x⟧:uniform + ⟦extent(O, 0)⟧:uniform + ⟦1⟧:uniform");
    expect_levels("let a = ⟦ctx.warp⟧:warp-uniform + ⟦ctx.lane⟧:varying");
    expect_levels("let a = ⟦ctx.threads⟧:uniform + ⟦ctx.thread⟧:varying");
}
TEST(Levels, Level7NothingIsComputed) {
    expect_levels("let a = ⟦ctx.lane * 0⟧:varying\nlet b = ⟦ctx.thread / ctx.lanes⟧:varying");
    expect_levels("var n = 1\nif 1 < 2 { n = 2 } else { n = ctx.lane }\nlet a = ⟦n⟧:varying");
}
TEST(Levels, Level12AtomicsVary) { expect_levels("let a = ⟦atomic_add(O, 0, 1)⟧:varying\nlet b = ⟦O[0]⟧:uniform"); }
TEST(Levels, Level13LoopVariablesJoinStartAndStep) {
    expect_levels("for i in range(ctx.warp, 9, 1) { O[⟦i⟧:warp-uniform] = 1 }");
    expect_levels("for i in range(0, ctx.lane, 1) { O[⟦i⟧:uniform] = 1 }");
    expect_levels("for i in range(0, 9, ctx.lane + 1) { O[⟦i⟧:varying] = 1 }");
}
TEST(Levels, Level14ElementsHaveTheLevelOfTheirSubscripts) {
    expect_levels("let a = ⟦O[ctx.warp]⟧:warp-uniform + ⟦O[s]⟧:uniform + ⟦O[ctx.lane]⟧:varying");
    expect_levels("let a = ⟦sum(B[ctx.warp :+ 4])⟧:warp-uniform\nlet b = ⟦elem(B[s :+ 4], ctx.lane)⟧:varying");
    expect_levels("let a = ⟦word(B[s :+ 4], 0)⟧:uniform\nlet b = ⟦word(B[s :+ 4], ctx.warp)⟧:warp-uniform");
}
TEST(Levels, Level15OperatorsJoinTheirOperands) {
    expect_levels("let a = ⟦ctx.warp + s⟧:warp-uniform\nlet b = ⟦ctx.warp + ctx.lane⟧:varying");
    expect_levels("let a = ⟦where(s < 1, ctx.warp, 1)⟧:warp-uniform\nlet b = ⟦where(ctx.lane < 1, 1, 1)⟧:varying");
    expect_levels("let a = ⟦s < 1 && ctx.warp < 1⟧:warp-uniform\nlet b = ⟦s < 1 || ctx.lane < 1⟧:varying");
    expect_levels("let a = ⟦f32(ctx.warp)⟧:warp-uniform\nlet b = ⟦-ctx.lane⟧:varying\nlet c = ⟦min(s, 1)⟧:uniform");
}
TEST(Levels, Level16And17CollectivesLower) {
    expect_levels(
        "let a = ⟦sum<over ctx.thread>(ctx.lane)⟧:uniform\nlet b = ⟦sum<over ctx.lane>(ctx.lane)⟧:warp-uniform");
    expect_levels("let a = ⟦sum<over ctx.lane>(s)⟧:uniform\nlet b = ⟦sum<over ctx.lane>(ctx.warp)⟧:warp-uniform");
    expect_levels("let a = ⟦ballot(s < 1)⟧:uniform\nlet b = ⟦ballot(ctx.lane < 1)⟧:warp-uniform");
}
TEST(Levels, Level18And19Shuffles) {
    expect_levels("let a = ⟦shuffle(s, ctx.lane)⟧:uniform\nlet b = ⟦shuffle(ctx.warp, ctx.lane)⟧:warp-uniform");
    expect_levels("let a = ⟦shuffle(ctx.lane, ctx.warp)⟧:warp-uniform\nlet b = ⟦shuffle(ctx.lane, ctx.lane)⟧:varying");
    expect_levels("let a = ⟦shuffle(ctx.lane, 0)⟧:warp-uniform\nlet b = ⟦shuffle_xor(ctx.lane, 0)⟧:varying");
    expect_levels("let a = ⟦shuffle_up(ctx.lane, 1)⟧:varying\nlet b = ⟦shuffle_down(ctx.warp, 1)⟧:warp-uniform");
}
TEST(Levels, Level20And42ResultsJoinValuesAndControl) {
    constexpr std::string_view pick = "fn pick(c: i32, a: i32) -> i32 {\nif c < 1 { return 1 }\nreturn a\n}";
    expect_levels("let a = ⟦pick(s, 1)⟧:uniform\nlet b = ⟦pick(s, ctx.warp)⟧:warp-uniform", pick);
    expect_levels("let a = ⟦pick(ctx.lane, 1)⟧:varying\nlet b = ⟦pick(ctx.warp, 1)⟧:warp-uniform", pick);
    expect_levels("if ctx.lane < 1 { O[⟦pick(s, 1)⟧:uniform] = 1 }", pick);
    expect_levels("let a = ⟦find(s)⟧:uniform\nlet b = ⟦find(ctx.warp)⟧:warp-uniform",
                  "fn find(n: i32) -> i32 {\nfor i in range(n) { if O1(i) < 0 { return i } }\nreturn 0\n}\n"
                  "fn O1(i: i32) -> i32 { return i }");
}

TEST(Levels, Level22ConditionsAround) {
    EXPECT_EQ(codes_of("if ctx.warp < 1 { warp_barrier() } else { warp_barrier() }"), "");
    EXPECT_EQ(codes_of("if ctx.lane < 1 { s1() } else { warp_barrier() }", "fn s1() {}"), "level-45");
    EXPECT_EQ(codes_of("if s < 1 { } else if ctx.warp < 1 { barrier() }"), "level-46");
    EXPECT_EQ(codes_of("let a = ctx.warp < 1 || any<over ctx.thread>(true)"), "level-46");
    EXPECT_EQ(codes_of("let a = s < 1 || any<over ctx.thread>(true)"), "");
}
TEST(Levels, Level23TripLevelsCountInBodiesAndConditionsOnly) {
    EXPECT_EQ(codes_of("for i in range(sum<over ctx.thread>(1), ctx.lane) { }"), "");
    EXPECT_EQ(codes_of("for i in range(ctx.lane) { warp_barrier() }"), "level-45");
    EXPECT_EQ(codes_of("var n = ctx.warp\nwhile any<over ctx.thread>(n > 0) { n -= 1 }"), "");
    EXPECT_EQ(codes_of("var n = ctx.warp\nwhile n > 0 && any<over ctx.thread>(n > 0) { n -= 1 }"), "level-46");
    EXPECT_EQ(codes_of("while any<over ctx.thread>(true) { if ctx.warp < 1 { break } }"), "level-46");
    EXPECT_EQ(codes_of("while any<over ctx.thread>(true) { if s < 1 { break } }"), "");
}
TEST(Levels, Level24TripJoinsAllArguments) {
    for (const std::string_view range : {"ctx.warp, 9, 1", "0, ctx.warp, 1", "0, 9, ctx.warp + 1"})
        EXPECT_EQ(codes_of(fmt::format("for i in range({}) {{ barrier() }}", range)), "level-46") << range;
    EXPECT_EQ(codes_of("for i in range(s, s, s) { barrier() }"), "");
}
TEST(Levels, Level26ExitsCountAtAnyDepthRelativeToTheBody) {
    EXPECT_EQ(codes_of("for i in range(4) { barrier()\nfor j in range(4) { if ctx.warp == j { break } } }"), "");
    EXPECT_EQ(codes_of("for i in range(4) { barrier()\nfor j in range(4) { if ctx.warp == j { return } } }"),
              "level-46");
    EXPECT_EQ(codes_of("for i in range(4) { barrier()\nfor j in range(ctx.warp) { if s == j { return } } }"),
              "level-46");
    EXPECT_EQ(codes_of("if ctx.warp < 1 { for i in range(4) { warp_barrier()\nif s < 1 { break } } }"), "");
}
TEST(Levels, Level27ContinueReachesTheRestOfTheBodyAndNotTheOtherArm) {
    EXPECT_EQ(codes_of("for i in range(4) { if s < 1 { if ctx.warp < 1 { continue } } else { O[0] = 1\nbarrier() } }"),
              "");
    EXPECT_EQ(codes_of("for i in range(4) { if s < 1 { if ctx.warp < 1 { continue }\nbarrier() } }"), "level-46");
    EXPECT_EQ(codes_of("for i in range(4) { if s < 1 { if ctx.warp < 1 { continue } }\nbarrier() }"), "level-46");
    EXPECT_EQ(codes_of("for i in range(4) { if ctx.warp < 1 { continue } }\nbarrier()"), "");
}
TEST(Levels, Level28ReturnReachesTheRestOfEachRegionAndNotTheOtherArm) {
    EXPECT_EQ(codes_of("if s < 1 { if ctx.warp < 1 { return } } else { O[0] = 1\nbarrier() }"), "");
    EXPECT_EQ(codes_of("if s < 1 { if ctx.warp < 1 { return } }\nbarrier()"), "level-46");
    EXPECT_EQ(codes_of("for i in range(ctx.warp) { return }\nbarrier()"), "level-46");
    EXPECT_EQ(codes_of("for i in range(4) { return }\nbarrier()"), "");
}
TEST(Levels, Level29And43LanesMeetAgain) {
    EXPECT_EQ(codes_of("for i in range(4) { if ctx.lane == i { break } }\nbarrier()"), "");
    EXPECT_EQ(codes_of("f(ctx.lane)\nbarrier()", "fn f(i: i32) { if i < 1 { return }\nO1() }\nfn O1() {}"), "");
    EXPECT_EQ(codes_of("if ctx.lane < 1 { return }\nbarrier()"), "level-46");
}
TEST(Levels, Level30ControlOfTheCallCounts) {
    EXPECT_EQ(codes_of("if ctx.warp < 1 { f() }", "fn f() { warp_barrier() }"), "");
    EXPECT_EQ(codes_of("if ctx.lane < 1 { f() }", "fn f() { warp_barrier() }"), "level-45");
}
TEST(Levels, Level31UnreachablePlacesFollowTheSameRules) {
    expect_levels(
        "var n = ctx.lane\nfor i in range(4) { n = 1\ncontinue\nO[⟦n⟧:uniform] = 1\nn = ctx.lane }\nO[⟦n⟧:varying] = "
        "1");
    expect_levels(
        "var n = 1\nfor i in range(4) { n = 1\ncontinue\nO[⟦n⟧:uniform] = 1\nn = ctx.lane }\nO[⟦n⟧:uniform] = 1");
    expect_levels("var n = 1\nreturn\nif ctx.lane < 1 { n = 2 }\nO[⟦n⟧:uniform] = 1");
}

TEST(Levels, Level33AssignmentSetsTheLevelWhateverControl) {
    expect_levels("var n = ctx.lane\nif ctx.lane < 1 { n = 1\nO[⟦n⟧:uniform] = 1 }\nO[⟦n⟧:varying] = 1");
    expect_levels("var n = ctx.lane\nn = s\nlet a = ⟦n⟧:uniform\nn += ctx.warp\nlet b = ⟦n⟧:warp-uniform");
}
TEST(Levels, Level35And36OnlyConditionsBetweenArrivingPathsRaise) {
    expect_levels("var n = 1\nif ctx.lane < 1 { n = 2 }\nlet a = ⟦n⟧:varying");
    expect_levels("var n = 1\nif ctx.lane < 1 { n = 2\nreturn }\nlet a = ⟦n⟧:uniform");
    expect_levels("var n = 1\nif ctx.lane < 1 { n = 2 } else { return }\nlet a = ⟦n⟧:uniform");
    expect_levels("var n = 1\nn = 2\nif ctx.lane < 1 { O[0] = 1 }\nlet a = ⟦n⟧:uniform");
}
TEST(Levels, Level37ConditionsOfContinueWithPathsOnBothSides) {
    const auto body = [](std::string_view text, std::string_view level) {
        expect_levels(fmt::format("var n = 1\nfor i in range(4) {{\nlet a = ⟦n⟧:{}\n{}\n}}", level, text));
    };
    body("if ctx.lane == i { continue }\nn += 1", "varying");
    body("n += 1\nif ctx.lane == i { continue }", "uniform");
    body("if ctx.warp == i { continue }\nn += 1", "warp-uniform");
    body("if ctx.lane == i { n = 2\ncontinue }", "varying");
    body("if ctx.lane == i { n = 2\ncontinue }\nreturn", "uniform");
    body("if ctx.lane == i { continue } else { break }\nn += 1", "uniform");
    body("if s < 1 { if ctx.lane == i { n = 2\ncontinue } else { n = 3\ncontinue } }\nreturn", "varying");
    body("if ctx.lane == i { n = 2\ncontinue } else { n = 3\ncontinue }\nn = ctx.lane", "varying");
    body("if ctx.lane == i { continue }\nn += 1\nbreak", "uniform");
    body(
        "if ctx.lane == i { if s < 1 { continue } } else { return }\n"
        "if ctx.lane == s { return } else { if s < 2 { continue } }\nn += 1",
        "uniform");
}
TEST(Levels, Level38TheTripLevelRaisesAtTheExit) {
    expect_levels("var n = 0\nfor i in range(ctx.lane) { n += 1\nO[⟦n⟧:uniform] = 1 }\nlet a = ⟦n⟧:varying");
    expect_levels("var n = 0\nfor i in range(ctx.lane) { O[⟦n⟧:uniform] = 1 }\nlet a = ⟦n⟧:uniform");
    expect_levels("var n = 0\nfor i in range(4) { if ctx.lane == i { n = 1\nbreak } }\nlet a = ⟦n⟧:varying");
    expect_levels("var n = 0\nfor i in range(4) { if ctx.lane == i { n = 1\nreturn } }\nlet a = ⟦n⟧:uniform");
}
TEST(Levels, Level39TheHeadIsALeastFixpoint) {
    expect_levels(
        "var a = 1\nvar b = 1\nvar c = 1\nfor i in range(4) {\nO[⟦a⟧:varying] = 1\na = b\nb = c\nc = ctx.lane\n}");
    expect_levels("var a = 1\nvar b = 1\nvar c = 1\nfor i in range(4) {\nO[⟦a⟧:uniform] = 1\na = b\nb = c\nc = s\n}");
    expect_levels(
        "var n = 0\nfor i in range(3) { for j in range(n) { O[⟦n⟧:varying] = 1 }\nif n > 2 { n = ctx.lane } }");
    expect_levels("var n = 0\nwhile ⟦n⟧:warp-uniform < 9 { n += ctx.warp }");
}
TEST(Levels, Level40And41UnassignedAndDepartedValuesDoNotCount) {
    expect_levels(
        "var n = 0\nvar m = 0\nif ctx.lane < 1 { m = 1 }\nlet a = ⟦n⟧:uniform\nlet b = ⟦m⟧:varying\nn = 1\nm = 2");
    expect_levels(
        "var n = 0\nfor i in range(4) { if s < 1 { n = ctx.lane\nbreak }\nO[⟦n⟧:uniform] = 1 }\nlet a = ⟦n⟧:varying");
}
TEST(Levels, InnerDeclarationsAreVariablesOfTheirOwn) {
    expect_levels("var n = s\nif s < 1 { var n = ctx.lane\nn += 1\nO[⟦n⟧:varying] = 1 }\nn += 1\nO[⟦n⟧:uniform] = 1");
    expect_levels("for i in range(ctx.lane) { var n = 0\nO[⟦n⟧:uniform] = 1\nn = ctx.lane }");
}

TEST(Levels, Level45And46WhoseThreadsMustBeTogether) {
    for (const std::string_view operation : {"warp_barrier()", "let a = ballot(true)", "let a = shuffle(1, 0)",
                                             "let a = shuffle_down(1, 0)", "let a = sum<over ctx.lane>(1)"}) {
        EXPECT_EQ(codes_of(fmt::format("if ctx.lane < 1 {{ {} }}", operation)), "level-45") << operation;
        EXPECT_EQ(codes_of(fmt::format("if ctx.warp < 1 {{ {} }}", operation)), "") << operation;
    }
    for (const std::string_view operation : {"barrier()", "let a = sum<over ctx.thread>(1)"}) {
        EXPECT_EQ(codes_of(fmt::format("if ctx.warp < 1 {{ {} }}", operation)), "level-46") << operation;
        EXPECT_EQ(codes_of(fmt::format("if s < 1 {{ {} }}", operation)), "") << operation;
    }
}
TEST(Levels, Level47TilesAreDeclaredTogether) {
    EXPECT_EQ(codes_of("if ctx.warp < 1 { var t: tile<i32>[4] }"), "level-47");
    EXPECT_EQ(codes_of("if s < 1 { var t: tile<i32>[4] }"), "");
}
TEST(Levels, Level49And51SharedElements) {
    EXPECT_EQ(codes_of("O[ctx.warp] += 1"), "level-49");
    EXPECT_EQ(codes_of("O[ctx.lane] += 1"), "");
    EXPECT_EQ(codes_of("if ctx.lane == 0 { O[0] += 1 }"), "");
    EXPECT_EQ(codes_of("if ctx.warp == 0 { O[0] += 1 }"), "level-49");
    EXPECT_EQ(codes_of("O[0] = 1"), "");
}
TEST(Levels, Level50UniformAtomicsAreWarnedOf) {
    EXPECT_EQ(codes_of("atomic_add(O, 0, ctx.lane)"), "level-50");
    EXPECT_EQ(codes_of("atomic_add(O, ctx.warp, 1)"), "");
    EXPECT_EQ(codes_of("if ctx.thread == 0 { atomic_add(O, 0, 1) }"), "");
}

Level storage_of_first_local(std::string_view statements) {
    const SourceFile source("test.ph", fmt::format("kernel k(O: tensor<i32>[N]) {{\n{}\n}}\n", statements));
    return solve_levels(elaborated_kernel(source)).levels.locals[0];
}
TEST(Levels, StorageTellsApartWhatAnyThreadKeeps) {
    EXPECT_EQ(storage_of_first_local("var n = 0\nn = 1"), Level::uniform);
    EXPECT_EQ(storage_of_first_local("var n = 0\nif ctx.lane < 1 { n = 1 }"), Level::varying);
    EXPECT_EQ(storage_of_first_local("var n = 0\nif ctx.lane < 1 { n = 1\nreturn }\nO[n] = 1"), Level::varying);
    EXPECT_EQ(storage_of_first_local("if ctx.lane < 1 { var n = 0\nn = 1 }"), Level::uniform);
    EXPECT_EQ(storage_of_first_local("var n = 0\nfor i in range(ctx.warp) { n += 1 }"), Level::warp_uniform);
}

TEST(Levels, Level47TileOperationsAreOfTheWholeBlock) {
    constexpr std::string_view add = "fn add(t: tile<f32>[R]) -> tile<f32>[R] {\nreturn t + 1.0\n}";
    constexpr std::string_view tile = "var t: tile<f32>[4] = 0.0\n";
    for (const std::string_view operation :
         {"t = 1.0", "t[0:2] += 1.0", "let u = t", "let u: tile<f32>[4] = 0.0", "O[0:4] = 1"}) {
        EXPECT_EQ(codes_of(fmt::format("{}if s < 1 {{ {} }}", tile, operation)), "") << operation;
        EXPECT_EQ(codes_of(fmt::format("{}if ctx.lane < 1 {{ {} }}", tile, operation)), "level-47") << operation;
        EXPECT_EQ(codes_of(fmt::format("{}if ctx.warp < 1 {{ {} }}", tile, operation)), "level-47") << operation;
        EXPECT_EQ(codes_of(fmt::format("{}for i in range(ctx.warp) {{ {} }}", tile, operation)), "level-47");
        EXPECT_EQ(codes_of(fmt::format("{}if ctx.lane < 1 {{ return }}\n{}", tile, operation)), "level-47");
    }
    EXPECT_EQ(codes_of(fmt::format("{}let u = add(t)", tile), add), "");
    EXPECT_EQ(codes_of(fmt::format("{}if s < 1 {{ add(t[0:4]) }}", tile), add), "");
    EXPECT_EQ(codes_of(fmt::format("{}if ctx.lane < 1 {{ add(t) }}", tile), add), "level-47");
    EXPECT_EQ(codes_of(fmt::format("{}if ctx.lane < 1 {{ add(t[0:4]) }}", tile), add), "level-47 level-47");
    EXPECT_EQ(codes_of(fmt::format("{}if ctx.lane < 1 {{ t[1] = 1.0 }}", tile)), "");
    constexpr std::string_view scalar = "fn get(t: tile<f32>[R]) -> bool {\nreturn t[0] > 1.0\n}";
    EXPECT_EQ(codes_of(fmt::format("{}let u = s < 1 && get(t[0:4])", tile), scalar), "");
    EXPECT_EQ(codes_of(fmt::format("{}let u = ctx.lane < 1 && get(t[0:4])", tile), scalar), "level-47");
}

TEST(Levels, Level48ScalarOperandsAndStartsAreUniform) {
    constexpr std::string_view tile = "var t: tile<i32>[4] = 0\n";
    for (const std::string_view statement :
         {"t = {}", "t += {}", "t[0:2] = {}", "let u = t + {}", "let u: tile<i32>[4] = {}", "let u = max(1, t * {})",
          "let u = where({} < 1, t, 0)", "let u = t << {}", "let u = t[{} :+ 2]", "t[{} :+ 2] = 1",
          "let u = O[{} :+ 2]", "O[{} : 1 + {}] = 1", "let u = t - -O[{}]"}) {
        const auto with = [&](std::string_view scalar) {
            return codes_of(std::string(tile) + fmt::format(fmt::runtime(statement), scalar, scalar));
        };
        EXPECT_EQ(with("s"), "") << statement;
        EXPECT_EQ(with("ctx.warp"), "level-48") << statement;
        EXPECT_EQ(with("ctx.lane"), "level-48") << statement;
    }
    EXPECT_EQ(codes_of(std::string(tile) + "let u = t + sum<over ctx.thread>(ctx.lane)"), "");
    constexpr std::string_view at = "fn at(i: i32, j: i32, k: i32) -> i32 {\nreturn i + j + k\n}";
    EXPECT_EQ(codes_of("let u: tile<i32>[2, 2] = generate(at, s)", at), "");
    EXPECT_EQ(codes_of("let u: tile<i32>[2, 2] = generate(at, ctx.warp)", at), "level-48");
}

TEST(Levels, Level53PlacesOfGeneratedElementsVary) {
    expect_levels("let u: tile<i32>[2, 2] = generate(at, s)",
                  "fn at(i: i32, j: i32, k: i32) -> i32 {\nreturn ⟦i⟧:varying + ⟦j⟧:varying + ⟦k⟧:uniform\n}");
}

}  // namespace
}  // namespace phobos::check
