// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/ways.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "lang/base/nearest.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using fuzz::Assumed;
using fuzz::Turn;
using fuzz::Way;

constexpr std::string_view card = "cuda";  ///< its functions are the vendor's
constexpr std::string_view reference = "reference";

struct Form {
    fuzz::Rewrite rewrite;
    std::string_view words;
};
constexpr std::array forms{
    Form{fuzz::Rewrite::constants, " of constants"},
    Form{fuzz::Rewrite::loaded, " of loaded values"},
    Form{fuzz::Rewrite::laundered, " of laundered values"},
    Form{fuzz::Rewrite::regridded, " on another grid"},
};

/// Ways of one engine, of which each case takes one.
class Variants {
public:
    explicit Variants(const Way& plain) : plain_(plain) {}

    /// For the caller to say how it differs.
    Way& add(std::string_view words) {
        Way way = plain_;
        way.name += words;
        return ways_.emplace_back(std::move(way));
    }
    void add_forms() {
        for (const Form& form : forms) add(form.words).rewrite = form.rewrite;
    }
    /// Each for one case in so many, or of all that there are.
    void give(Contest& contest, std::uint64_t every = 0) {
        const std::uint64_t group = contest.ways.size();
        for (std::size_t i = 0; i < ways_.size(); ++i)
            ways_[i].turn = Turn{every == 0 ? ways_.size() : every, i, group};
        contest.ways.insert(contest.ways.end(), ways_.begin(), ways_.end());
    }

private:
    const Way& plain_;
    std::vector<Way> ways_;
};

/// The interpreter again: another processor, several workers, arguments elsewhere, other forms.
void add_variants(Contest& contest, const Way& plain) {
    using interp::meaning::Isa;
    constexpr std::array<std::string_view, 3> names{"baseline", "x86-64-v3", "x86-64-v4"};
    Variants variants(plain);
    for (const Isa isa : {Isa::baseline, Isa::x86_64_v3}) {
        if (isa > interp::meaning::best_isa()) continue;
        contest.engines.push_back(interp::make_engine(isa));
        variants.add(fmt::format(" on {}", names[static_cast<std::size_t>(isa)])).engine = contest.engines.back().get();
    }
    variants.add(" with 3 workers").jobs = 3;
    variants.add(" moved by 4 bytes").moved_bytes = 4;
    variants.add(" moved by 8 bytes").moved_bytes = 8;
    variants.add_forms();
    variants.give(contest);
}

/// What the reference gives in other orders of blocks, warps and threads (the certificate of a case).
void add_schedules(Contest& contest, const Way& plain) {
    Variants variants(plain);
    for (const plain::Schedule schedule : {plain::Schedule::descending, plain::Schedule::seeded}) {
        contest.engines.push_back(plain::make_engine(schedule));
        Way& way = variants.add(schedule == plain::Schedule::descending ? " in descending order" : " in random order");
        way.engine = contest.engines.back().get();
        way.offers.levels = false;
        way.keeps_order = false;
    }
    constexpr std::uint64_t one_in = 8;  // each costs as much as all the rest
    variants.give(contest, one_in);
}

/// What is compiled is compiled once for each case.
void add_compiled(Contest& contest, const Way& plain) {
    Variants variants(plain);
    variants.add("");
    variants.add(" assuming nothing").assumed = Assumed::nothing;
    variants.add(" assuming values").assumed = Assumed::values;
    variants.add(" moved by 4 bytes").moved_bytes = 4;
    variants.add_forms();
    if (plain.name == "host") {
        for (const Order order : {Order::descending, Order::seeded}) {
            const EngineOptions options{.compiling = Compiling::once, .order = order};
            auto other = find_engine("host")->make(options);
            if (!other) continue;
            contest.engines.push_back(std::move(*other));
            contest.made_with[contest.engines.back().get()] = options;
            Way& way = variants.add(order == Order::descending ? " in descending order" : " in random order");
            way.engine = contest.engines.back().get();
            way.keeps_order = false;
        }
    }
    variants.give(contest);
}

}  // namespace

Result<Contest, std::string> make_contest(std::span<const std::string> engines) {
    std::vector<std::string> names(engines.begin(), engines.end());
    std::ranges::stable_partition(names, [](const std::string& name) { return name == reference; });
    Contest contest;
    for (const std::string& name : names) {
        const EngineRow& row = *find_engine(name);
        const EngineOptions options{.compiling = Compiling::once};
        auto made = row.make(options);
        if (!made) return Failure{fmt::format("the {} engine is not available: {}", name, made.error())};
        contest.engines.push_back(std::move(*made));
        const fuzz::Offers offers{row.offers("--max-steps"), row.offers("uninit"), row.offers("levels"), name != card};
        const Way plain{name, contest.engines.back().get(), offers};
        if (offers.steps) contest.ways.push_back(plain);
        if (name == "interp") contest.ways.back().offers.races = true;  // its variants run blocks in parallel
        if (name == reference) add_schedules(contest, plain);
        if (name == "interp") add_variants(contest, plain);
        if (!offers.steps) {
            contest.made_with[contest.engines.back().get()] = options;
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
