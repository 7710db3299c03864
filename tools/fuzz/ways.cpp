// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/ways.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "interp/exec/engine.h"
#include "lang/base/nearest.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using fuzz::Assumed;
using fuzz::Turn;
using fuzz::Way;

constexpr std::string_view card = "cuda";  ///< its functions are the vendor's
constexpr std::string_view reference = "reference";
constexpr std::uint64_t variants = 6;  ///< of the interpreter; each case is run in its plain way and one of them

/// The interpreter again: another processor, several workers, arguments elsewhere.
void add_variants(Contest& contest, const Way& plain) {
    using interp::meaning::Isa;
    constexpr std::array<std::string_view, 3> names{"baseline", "x86-64-v3", "x86-64-v4"};
    for (const Isa isa : {Isa::baseline, Isa::x86_64_v3}) {
        if (isa > interp::meaning::best_isa()) continue;
        contest.engines.push_back(interp::make_engine(isa));
        Way way = plain;
        way.name = fmt::format("{} on {}", plain.name, names[static_cast<std::size_t>(isa)]);
        way.engine = contest.engines.back().get();
        way.turn = Turn{variants, static_cast<std::uint64_t>(isa)};
        contest.ways.push_back(std::move(way));
    }
    const auto add = [&](std::string_view what, std::uint64_t at, int jobs, std::int64_t moved_bytes) {
        Way way = plain;
        way.name += what;
        way.jobs = jobs;
        way.moved_bytes = moved_bytes;
        way.turn = Turn{variants, at};
        contest.ways.push_back(std::move(way));
    };
    add(" with 3 workers", 2, 3, 0);
    add(" moved by 4 bytes", 3, 1, 4);
    add(" moved by 8 bytes", 4, 1, 8);
}

/// What is compiled is compiled once for each case, by what it may assume.
void add_compiled(Contest& contest, const Way& plain) {
    const auto add = [&](std::string_view what, std::uint64_t at, Assumed assumed, std::int64_t moved_bytes) {
        Way way = plain;
        way.name += what;
        way.assumed = assumed;
        way.moved_bytes = moved_bytes;
        way.turn = Turn{4, at};
        contest.ways.push_back(std::move(way));
    };
    add("", 0, Assumed::launch, 0);
    add(" assuming nothing", 1, Assumed::nothing, 0);
    add(" assuming values", 2, Assumed::values, 0);
    add(" moved by 4 bytes", 3, Assumed::launch, 4);
}

}  // namespace

Result<Contest, std::string> make_contest(std::span<const std::string> engines) {
    std::vector<std::string> names(engines.begin(), engines.end());
    std::ranges::stable_partition(names, [](const std::string& name) { return name == reference; });
    Contest contest;
    for (const std::string& name : names) {
        const EngineRow& row = *find_engine(name);
        auto made = row.make({.compiling = Compiling::once});
        if (!made) return Failure{fmt::format("the {} engine is not available: {}", name, made.error())};
        contest.engines.push_back(std::move(*made));
        const fuzz::Offers offers{row.offers("--max-steps"), row.offers("uninit"), row.offers("levels"), name != card};
        const Way plain{name, contest.engines.back().get(), offers};
        if (offers.steps) contest.ways.push_back(plain);
        if (name == "interp") contest.ways.back().offers.races = true;  // its variants run blocks in parallel
        if (name == "interp") add_variants(contest, plain);
        if (!offers.steps) {
            if (contest.ways.empty()) contest.ways.push_back(plain);
            add_compiled(contest, plain);
        }
    }
    return contest;
}

Result<std::vector<std::string>, std::string> parse_engines(std::string_view list) {
    std::vector<std::string> names;
    std::vector<std::string_view> known;
    for (const EngineRow& row : engines()) known.push_back(row.name);
    while (true) {
        const std::string name(list.substr(0, list.find(',')));
        if (find_engine(name) == nullptr) {
            const auto near = nearest(name, known);
            return Failure{
                fmt::format("there is no engine '{}'{}", name, near ? fmt::format("; did you mean '{}'?", *near) : "")};
        }
        if (std::ranges::find(names, name) != names.end())
            return Failure{fmt::format("the engine {} is named twice", name)};
        names.push_back(name);
        if (list.size() == name.size()) return names;
        list.remove_prefix(name.size() + 1);
    }
}

}  // namespace phobos::tools
