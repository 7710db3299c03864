// SPDX-License-Identifier: Apache-2.0
// Functions with effects inside expressions, conditions and loops: emitted text keeps the order of chapter 5.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "backend/host/engine.h"
#include "backend/host/test_support.h"
#include "interp/plain/test_support.h"

namespace phobos::host::testing {
namespace {

using plain::tensor;

constexpr std::string_view functions = R"(
fn touch(C: tensor<i32>[N], k: i32) -> i32 {
    C[k] += 1
    return C[k]
}
fn early(C: tensor<i32>[N], k: i32, low: i32) -> i32 {
    if C[k] < low {
        C[k] += 3
        return C[k]
    }
    for i in range(k, k + 3) {
        if touch(C, k) > 7 {
            return i * 100 + C[k]
        }
        if i == k + 1 {
            continue
        }
        C[k] -= 1
    }
    while touch(C, k) < 50 {
        C[k] += 1
        if C[k] % 7 == 0 {
            break
        }
    }
    return -C[k]
}
fn poke(C: tensor<i32>[N], k: i32, b: bool) -> bool {
    if b {
        C[k] *= 2
    }
    return C[k] % 3 == 0
}
fn act(C: tensor<i32>[N], k: i32) {
    if C[k] > 100 {
        return
    }
    C[k] += 11
}
)";

constexpr std::string_view kernel_of_effects = R"(
@launch(64)
kernel a(C: tensor<i32>[N], O: tensor<i32>[M], S: tensor<i32>[2], F: tensor<f32>[64]) {
    let t = ctx.thread
    C[t] += t
    O[t] = C[t] - touch(C, t) * 3 + C[t] - early(C, t, 9) + C[t]
    O[t + 64] = where(poke(C, t, t % 2 == 0), early(C, t, 30), C[t]) + touch(C, t)
    var x = 0
    while touch(C, t) < 200 && (x < 3 || poke(C, t, x % 3 == 1) || touch(C, t) > 70) {
        x += 1
        if x % 4 == 2 {
            continue
        }
        if poke(C, t, false) && x > 2 {
            C[t] += 5
        } else if poke(C, t, true) || touch(C, t) == 9 {
            C[t] -= 1
        } else {
            act(C, t)
        }
        if x > 20 {
            break
        }
    }
    O[t + 128] = x * 1000 + C[t]
    C[t] += sum<over ctx.lane>(C[t]) - max<over ctx.thread>(C[t] + x)
    O[t + 192] = C[t] + shuffle_xor(C[t] + touch(C, t), 5) - sum<over ctx.lane>(touch(C, t))
    let total = sum<over ctx.thread>(early(C, t, 1000)) + C[t]
    O[t + 256] = total
    if t == 3 {
        S[0] += atomic_add(S, 0, 5) + S[0] * 2
        S[touch(C, t) % 2] -= atomic_exchange(S, 1, 9) - touch(C, 3) + S[1]
    }
    let any_odd = any<over ctx.lane>(t % 2 == 1) && any<over ctx.lane>(touch(C, t) > 5)
    O[t + 320] = where(any_odd, C[t], 0)
    for i in range(touch(C, t) % 3, touch(C, t) % 17, 1 + touch(C, t) % 4) {
        C[t] += i
        F[t] = F[t] * 0.5 + f32(touch(C, t)) / f32(i + 1)
    }
    O[t + 384] = C[t]
}
)";

engine::Ran ran_by(engine::Engine& engine, int lanes) {
    const auto program = plain::checked(std::string(functions) + std::string(kernel_of_effects), lanes);
    const engine::Launch launch{{tensor<std::int32_t>({64}, {}), tensor<std::int32_t>({448}, {}),
                                 tensor<std::int32_t>({2}, {}), tensor<float>({64}, {})},
                                {1, 1, 1}};
    engine::Settings settings;
    settings.checks = {false, false, false};
    return engine::run(engine, program, launch, settings);
}

struct Way {
    int lanes;
    emit::Checking checking;
};

class Effects : public ::testing::TestWithParam<Way> {};

TEST_P(Effects, HappenInTheOrderOfTheReference) {
    const auto [lanes, checking] = GetParam();
    const engine::Ran expected = ran_by(*plain::make_engine(), lanes);
    const engine::Ran actual = ran_by(*make_engine({.checking = checking, .worker = worker_program()}), lanes);
    ASSERT_TRUE(std::holds_alternative<engine::Finished>(expected.outcome)) << engine::spelling(expected.outcome);
    ASSERT_TRUE(std::holds_alternative<engine::Finished>(actual.outcome)) << engine::spelling(actual.outcome);
    for (std::size_t i = 0; i < expected.tensors.size(); ++i)
        for (std::uint64_t k = 0; k < expected.tensors[i].elements(); ++k)
            ASSERT_EQ(actual.tensors[i].load(k), expected.tensors[i].load(k)) << "argument " << i << " element " << k;
}

INSTANTIATE_TEST_SUITE_P(Ways, Effects,
                         ::testing::Values(Way{32, emit::Checking::nothing}, Way{32, emit::Checking::faults},
                                           Way{64, emit::Checking::nothing}, Way{64, emit::Checking::faults}));

}  // namespace
}  // namespace phobos::host::testing
