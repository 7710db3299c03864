// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/toggles.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/emit/emit.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using MadeEngine = Result<std::unique_ptr<engine::Engine>, std::string>;

/// A way with one thing otherwise.
struct Toggle {
    std::string words;
    fuzz::Way way;
    std::function<MadeEngine()> make{};  ///< none: the way's own engine
    bool trusts_programs = false;        ///< looks for no fault
};

/// What an engine that compiles may do otherwise than it was made to.
std::vector<Toggle> toggles_of_compiled(const fuzz::Way& way, const EngineOptions& own) {
    std::vector<Toggle> all{{"as it was", way}};
    const auto add = [&](std::string words, const EngineOptions& options) -> Toggle& {
        const EngineRow* const row = find_engine(way.engine->name());
        all.push_back({std::move(words), way, [row, options] { return row->make(options); }});
        return all.back();
    };
    EngineOptions other = own;
    other.toggles.accesses = emit::Accesses::elements;
    add("accesses by elements", other);
    other = own;
    other.toggles.unrolling = emit::Unrolling::none;
    add("nothing unrolled", other);
    other = own;
    other.checking = emit::Checking::nothing;
    add("without checks", other).trusts_programs = true;
    other = own;
    if (way.engine->name() == "host") {
        other.optimising = Optimising::other;
        add("-O2", other);
        other = own;
        const bool is_ascending = own.order == Order::ascending;
        other.order = is_ascending ? Order::descending : Order::ascending;
        add(is_ascending ? "descending order" : "ascending order", other).way.keeps_order = !is_ascending;
        return all;
    }
    other.toggles.collectives = emit::Collectives::memory;
    add("collectives in memory", other);
    other = own;
    other.optimising = Optimising::other;
    add("-O0 of ptxas", other);
    return all;
}

/// The interpreter on other instructions, and what is done with the same program otherwise.
std::vector<Toggle> toggles_of_interpreter(const fuzz::Way& way) {
    fuzz::Way plain = way;
    plain.jobs = 1;
    plain.moved_bytes = 0;
    plain.rewrite = fuzz::Rewrite::none;
    fuzz::Way laundered = plain;
    laundered.rewrite = fuzz::Rewrite::laundered;
    fuzz::Way reversed = plain;
    reversed.keeps_order = false;
    reversed.offers.levels = false;
    return {
        {"as it was", way},
        {"baseline instructions", way, [] { return MadeEngine(interp::make_engine(interp::meaning::Isa::baseline)); }},
        {"in its plain form", plain},
        {"of laundered values", laundered},
        {"the reference in descending order", reversed,
         [] { return MadeEngine(plain::make_engine(plain::Schedule::descending)); }}};
}

std::vector<Toggle> toggles_of(const fuzz::Way& way, const Contest& contest) {
    if (way.engine->name() == "interp") return toggles_of_interpreter(way);
    const auto made = contest.made_with.find(way.engine);
    if (made != contest.made_with.end()) return toggles_of_compiled(way, made->second);
    return {};
}

/// "differs", "agrees", or why nothing is known.
std::string_view judged(const fuzz::Trial& trial, Toggle toggle) {
    const bool is_undefined = std::holds_alternative<engine::Trapped>(fuzz::run_reference(trial).outcome);
    if (toggle.trusts_programs && is_undefined) return "is undefined";
    std::unique_ptr<engine::Engine> own;
    if (toggle.make) {
        auto made = toggle.make();
        if (!made) return "is not available";
        own = std::move(*made);
        toggle.way.engine = own.get();
    }
    const auto reference = plain::make_engine();
    toggle.way.turn = {};
    const std::array ways{fuzz::Way{"reference", reference.get(), {true, true, true}}, toggle.way};
    const std::array trials{fuzz::make_trial(trial.number, trial.given)};
    const fuzz::Verdict verdict = fuzz::judge(trials, ways, {.late = fuzz::Late::finding}).front();
    if (verdict.unsettled) return "is lost";
    if (verdict.finding) return verdict.finding->signature.kind == "time" ? "does not end" : "differs";
    if (!verdict.formless.empty()) return "has no such form";
    return verdict.silent.empty() ? "agrees" : "tells nothing";
}

}  // namespace

std::string judge_toggle(const fuzz::Trial& trial, std::string_view way, const Contest& contest, std::size_t index,
                         const std::function<void(std::string_view thing)>& before) {
    const auto found = std::ranges::find(contest.ways, way, &fuzz::Way::name);
    if (trial.program() == nullptr || found == contest.ways.end()) return "";
    std::vector<Toggle> toggles = toggles_of(*found, contest);
    if (index >= toggles.size()) return "";
    before(toggles[index].words);
    const std::string words = toggles[index].words;
    return fmt::format("{} {}", words, judged(trial, std::move(toggles[index])));
}

}  // namespace phobos::tools
