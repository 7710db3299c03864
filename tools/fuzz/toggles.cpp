// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/toggles.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/emit/emit.h"
#include "fuzz/oracle/judge.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

struct Toggle {
    std::string_view words;
    EngineOptions options;
};

EngineOptions with(emit::Toggles toggles) { return {.compiling = Compiling::once, .toggles = toggles}; }

/// What an engine that compiles may do otherwise.
std::vector<Toggle> toggles_of(std::string_view engine) {
    std::vector<Toggle> all{
        {"as it was", {.compiling = Compiling::once}},
        {"accesses by elements", with({.accesses = emit::Accesses::elements})},
        {"nothing unrolled", with({.unrolling = emit::Unrolling::none})},
        {"without checks", {.compiling = Compiling::once, .checking = emit::Checking::nothing}},
    };
    if (engine == "host") {
        all.push_back({"-O2", {.optimises_otherwise = true}});
        all.push_back({"descending order", {.order = Order::descending}});
    } else {
        all.push_back({"collectives in memory", with({.collectives = emit::Collectives::memory})});
        all.push_back({"-O0 of ptxas", {.compiling = Compiling::once, .optimises_otherwise = true}});
    }
    return all;
}

/// "differs", "agrees", or why nothing is known.
std::string_view judged(const fuzz::Generated& given, fuzz::Way way, engine::Engine& engine) {
    const auto reference = plain::make_engine();
    way.engine = &engine;
    way.turn = {};
    const std::array ways{fuzz::Way{"reference", reference.get(), {true, true, true}}, way};
    const std::array trials{fuzz::make_trial(0, given)};
    const fuzz::Verdict verdict = fuzz::judge(trials, ways, {.late = fuzz::Late::finding}).front();
    if (verdict.unsettled) return "is lost";
    if (verdict.finding) return verdict.finding->signature.kind == "time" ? "does not end" : "differs";
    return verdict.silent.empty() ? "agrees" : "tells nothing";
}

/// The interpreter on other instructions, and what is done with the same program otherwise.
std::vector<std::string> of_interpreter(const fuzz::Generated& given, const fuzz::Way& way) {
    std::vector<std::string> parts;
    const auto add = [&](std::string_view words, const fuzz::Way& other, engine::Engine& engine) {
        parts.push_back(fmt::format("{} {}", words, judged(given, other, engine)));
    };
    add("as it was", way, *way.engine);
    const auto baseline = interp::make_engine(interp::meaning::Isa::baseline);
    add("baseline instructions", way, *baseline);
    fuzz::Way plain = way;
    plain.jobs = 1;
    plain.moved_bytes = 0;
    plain.rewrite = fuzz::Rewrite::none;
    add("in its plain form", plain, *way.engine);
    plain.rewrite = fuzz::Rewrite::laundered;
    add("of laundered values", plain, *way.engine);
    const auto reversed = plain::make_engine(plain::Schedule::descending);
    plain.rewrite = fuzz::Rewrite::none;
    plain.keeps_order = false;
    plain.offers.levels = false;
    add("the reference in descending order", plain, *reversed);
    return parts;
}

}  // namespace

std::string toggle_vector(const fuzz::Generated& given, const fuzz::Finding& finding, std::span<const fuzz::Way> ways) {
    const auto way = std::ranges::find(ways, finding.signature.way, &fuzz::Way::name);
    if (finding.signature.oracle != fuzz::Oracle::agreement || way == ways.end()) return "";
    const std::string_view name = way->engine->name();
    std::vector<std::string> parts;
    if (name == "host" || name == "cuda") {
        for (const Toggle& toggle : toggles_of(name)) {
            auto engine = find_engine(name)->make(toggle.options);
            if (!engine) continue;
            parts.push_back(fmt::format("{} {}", toggle.words, judged(given, *way, **engine)));
        }
    } else if (name == "interp") {
        parts = of_interpreter(given, *way);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace phobos::tools
