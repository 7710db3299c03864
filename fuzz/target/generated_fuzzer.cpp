// SPDX-License-Identifier: Apache-2.0
// The first bytes are the seed of a generated kernel, the next one says how it is made; the interpreter must do what
// the evaluator of single threads does, in the way that the last one chooses, and no value may break a level. What is
// found is told by its text and data: `phobos-fuzz run --seed SEED --count 1` judges a kernel that is made by default.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "fuzz/generate/generate.h"
#include "fuzz/oracle/judge.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"

namespace {

using namespace phobos;

fuzz::Options options_of(std::uint8_t byte) {
    fuzz::Options options;
    options.statements = 1 + byte % 8;
    options.depth = 1 + byte / 8 % 4;
    options.faulty = byte >= 224;
    return options;
}

fuzz::Way way_of(std::uint8_t byte, engine::Engine& engine) {
    fuzz::Way way{"interp", &engine, {.steps = true, .uninitialised = true, .levels = false}};
    way.jobs = byte % 4 == 1 ? 3 : 1;
    way.moved_bytes = byte % 4 == 2 ? 4 : byte % 4 == 3 ? 8 : 0;
    way.rewrite = static_cast<fuzz::Rewrite>(byte / 4 % 5);
    return way;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t seed_bytes = 6;
    std::array<std::uint8_t, seed_bytes + 2> bytes{};
    std::copy_n(data, std::min(size, bytes.size()), bytes.begin());
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < seed_bytes; ++i) seed = seed << 8 | bytes[i];
    const std::array trials{fuzz::make_trial(seed, fuzz::generate_kernel(seed, options_of(bytes[seed_bytes])))};
    const auto reference = plain::make_engine();
    const auto interp = interp::make_engine();
    const std::array ways{fuzz::Way{"reference", reference.get(), {true, true, true}},
                          way_of(bytes[seed_bytes + 1], *interp)};
    constexpr fuzz::JudgeLimits limits{.steps = 2'000'000};
    const fuzz::Verdict verdict = fuzz::judge(trials, ways, limits).front();
    if (!verdict.finding) return 0;
    const std::string text = fmt::format("seed {}: {}: {}\n{}", seed, fuzz::spelling(verdict.finding->signature),
                                         verdict.finding->text, trials.front().source->text());
    std::fputs(text.c_str(), stderr);
    std::abort();
}
