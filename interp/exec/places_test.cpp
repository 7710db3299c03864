// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/test_support.h"

/// Parameters, lets, loop variables, results and stores that the planner keeps from being copied, at the edge of where
/// it must not: each kernel gives the same as on the engine that copies everything, after as many steps.
namespace phobos::interp {
namespace {

constexpr std::int64_t threads = 64;

struct Case {
    std::string name;
    std::string functions;
    std::string body;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

// X holds 0.5, 1.5, ..., O and I are to be written; t is the thread, i its element.
const std::vector<Case> cases{
    {"ParameterOfMemoryThatTheBodyWrites",
     "fn old(x: f32, T: tensor<f32>[K], t: i32) -> f32 {\n  T[t] = -1.0\n  return x\n}\n",
     "  O[i] = old(X[i], X, i)\n  O[i] += X[i]\n"},
    {"ParameterOfMemoryThatTheNextArgumentWrites",
     "fn wipe(T: tensor<f32>[K], t: i32) -> f32 {\n  T[t] = -1.0\n  return 2.0\n}\n"
     "fn product(x: f32, y: f32) -> f32 {\n  return x * y\n}\n",
     "  O[i] = product(X[i], wipe(X, i)) + X[i]\n"},
    {"ParameterOfAVariableThatTheResultReplaces",
     "fn next(x: f32, y: f32) -> f32 {\n  var z = x\n  z += y\n  return z * x\n}\n",
     "  var a = X[i]\n  var b: f32 = 2.0\n  for k in range(3) {\n    a = next(a, b)\n    b = next(b, a)\n  }\n  O[i] = "
     "a\n"
     "  I[i] = i32(b)\n"},
    {"ResultsOfTwoCallsInOneExpression",
     "fn twice(x: f32) -> f32 {\n  let y = x + x\n  return y\n}\nfn thrice(x: f32) -> f32 {\n  let y = x * 3.0\n"
     "  return y\n}\n",
     "  O[i] = twice(X[i]) - thrice(twice(X[i])) * twice(thrice(X[i]))\n"},
    {"ResultOfAnEarlyReturn",
     "fn sign(x: f32, y: f32) -> f32 {\n  if x < 20.0 {\n    return y\n  }\n  for k in range(9) {\n"
     "    if f32(k) * 10.0 > x {\n      return x - y\n    }\n  }\n  return x\n}\n"
     "fn outer(x: f32) -> f32 {\n  return sign(x, -x)\n}\n",
     "  O[i] = outer(X[i]) + outer(X[i] * 2.0)\n"},
    {"UniformArgumentOfAVaryingParameter",
     "fn chosen(a: f32, b: f32, first: bool) -> f32 {\n  var r = b\n  if first {\n    r = a\n  }\n  return r\n}\n",
     "  O[i] = chosen(1.0, X[i], t % 3 == 0)\n"},
    {"FunctionWithoutResult",
     "fn put(T: tensor<f32>[K], i: i32, x: f32) {\n  if x > 9.0 {\n    return\n  }\n  T[i] = x\n}\n"
     "fn put_twice(T: tensor<f32>[K], i: i32, x: f32) {\n  put(T, i, x + 1.0)\n  put(T, i, x)\n  return\n}\n",
     "  O[i] = 77.0\n  put_twice(O, i, X[i])\n"},
    {"LetOfMemoryThatIsWrittenLater", "", "  let x = X[i]\n  X[i] = 5.0\n  O[i] = x + X[i]\n"},
    {"LetOfMemoryThatALoopWritesLater", "",
     "  let x = X[i]\n  for k in range(3) {\n    let y = X[i]\n    X[i] = y * x + O2[i]\n  }\n  O[i] = x\n"},
    {"LetOfMemoryThatAFunctionWritesLater",
     "fn wipe(T: tensor<f32>[K], t: i32) -> f32 {\n  T[t] = -1.0\n  return 2.0\n}\n",
     "  let x = X[i]\n  let y = wipe(X, i)\n  O[i] = x * y\n"},
    {"LetOfATileThatIsDeclaredAgain", "",
     "  for k in range(3) {\n    var S: tile<f32>[64]\n    S[t] = X[i] + f32(k)\n    barrier()\n"
     "    let s = S[63 - t]\n    barrier()\n    S[t] = s + s\n    barrier()\n    O[i] = S[t] + s\n  }\n"},
    {"LetOfMemoryInAnArm", "",
     "  O[i] = 0.0\n  if t % 2 == 1 {\n    let x = X[i]\n    let y = X[N - 1 - i]\n    O[i] = x * y\n  }\n"},
    {"VariablesOfALoopThatThreadsLeave", "",
     "  var n = 0\n  for k in range(t % 7, 40, 3) {\n    var a = k\n    if (k + t) % 11 == 0 {\n      continue\n    }\n"
     "    a += 1\n    if k > 20 + t % 13 {\n      break\n    }\n    a *= 2\n    n += a\n  }\n  I[i] = n\n"},
    {"VariableOfAnArmAndOneAroundIt", "",
     "  var outer = t\n  if t % 3 == 0 {\n    var inner = t * 10\n    inner += 1\n    outer = inner\n"
     "    if t % 2 == 0 {\n      inner += 100\n    }\n    outer += inner\n  } else {\n    var inner = t\n    inner -= "
     "5\n"
     "    outer -= inner\n  }\n  I[i] = outer\n"},
    {"LoopsUpAndDown", "",
     "  var n = 0\n  for k in range(t, 200, 64) {\n    n = n * 3 + k\n  }\n  for k in range(200 - t, -1, -64) {\n"
     "    n = n * 5 - k\n  }\n  for k in range(2147483600 + t % 40, 2147483647, 16) {\n    n ^= k\n  }\n"
     "  for k in range(u32(4294967200), u32(4294967295), u32(31)) {\n    n += i32(k % u32(97))\n  }\n  I[i] = n\n"},
    {"LoopsThatHalfTheThreadsEnter", "",
     "  var n = 0\n  if t >= 32 {\n    for k in range(t, 300, 64) {\n      n += k\n      if n > 400 {\n        break\n "
     "     }\n"
     "    }\n    for k in range(0, 5) {\n      n += k * t\n    }\n  }\n  I[i] = n\n"},
    {"LoopWhoseVariableIsPassed", "fn plus(a: i32, b: i32) -> i32 {\n  var c = a\n  c += b\n  return c\n}\n",
     "  var n = 0\n  for k in range(t, 300, 64) {\n    n = plus(plus(k, n), k)\n  }\n  I[i] = n\n"},
    {"StoreOfWhatItReads", "", "  X[i] = X[i] * 2.0 + 1.0\n  O[i] = X[i]\n"},
    {"StoreOfWhatAFunctionReads", "fn at(T: tensor<f32>[K], i: i32) -> f32 {\n  return T[i] + 1.0\n}\n",
     "  X[i] = at(X, i) + 1.0\n  O[i] = X[i]\n"},
    {"StoreWithASubscriptFromMemory", "", "  P[i] = i\n  O[P[i]] = X[i] + 1.0\n"},
};

engine::Ran run_on(engine::Engine& engine, const program::CheckedProgram& program, int jobs) {
    const auto x = plain::counted<float>(2 * threads, [](std::int64_t k) { return static_cast<double>(k) + 0.5; });
    std::vector<engine::Argument> arguments{
        plain::vector_of<float>(x), plain::unwritten<float>({2 * threads}), plain::zeros<float>({2 * threads}),
        plain::unwritten<std::int32_t>({2 * threads}), plain::zeros<std::int32_t>({2 * threads})};
    engine::Settings settings;
    settings.checks = {true, false, false};
    settings.jobs = jobs;
    return engine::run(engine, program, {std::move(arguments), {2, 1, 1}}, settings);
}

class Places : public testing::TestWithParam<Case> {};

TEST_P(Places, AreNotSeen) {
    const std::string text = GetParam().functions +
                             "@launch(64)\nkernel k(X: tensor<f32>[N], O: tensor<f32>[N], O2: tensor<f32>[N], "
                             "I: tensor<i32>[N], P: tensor<i32>[N]) {\n  let t = ctx.thread\n"
                             "  let i = ctx.block.x * ctx.threads + t\n" +
                             GetParam().body + "}\n";
    const program::CheckedProgram program = plain::checked(text);
    const auto reference = plain::make_engine();
    const engine::Ran expected = run_on(*reference, program, 1);
    ASSERT_EQ(engine::spelling(expected.outcome), "finished") << text;
    for (const int jobs : {1, 2}) {
        const auto engine = make_engine();
        const engine::Ran ran = run_on(*engine, program, jobs);
        ASSERT_EQ(engine::spelling(ran.outcome), "finished") << text;
        EXPECT_EQ(std::get<engine::Finished>(ran.outcome).steps, std::get<engine::Finished>(expected.outcome).steps);
        EXPECT_EQ(ran.tensors, expected.tensors) << text;
        EXPECT_TRUE(ran.damaged.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Places, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case>& each) { return each.param.name; });

/// A figure by hand: what a store visits are its subscript, a sum, a load and the load's subscript, and a constant.
TEST(Visits, AreCountedByNode) {
    const program::CheckedProgram program = plain::checked(
        "@launch(64)\nkernel k(X: tensor<f32>[N], O: tensor<f32>[N]) {\n  O[ctx.thread] = X[ctx.thread] + 1.0\n}\n");
    const engine::Launch launch{{plain::zeros<float>({threads}), plain::zeros<float>({threads})}, {7, 1, 1}};
    EXPECT_EQ(count_visits(program, launch), 7 * 5);
}

}  // namespace
}  // namespace phobos::interp
