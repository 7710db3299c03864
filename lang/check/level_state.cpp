// SPDX-License-Identifier: Apache-2.0
#include "lang/check/level_state.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "lang/base/assert.h"

namespace phobos::check {

namespace {

void raise(VariableLevel& variable, Level level, const Cause& cause) {
    if (variable.level < level) variable = {level, cause};
}

void unite(Parting& into, const Parting& other) {
    into.sides = static_cast<std::uint8_t>(into.sides | other.sides);
    if (into.level < other.level) {
        into.level = other.level;
        into.cause = other.cause;
    }
    if (into.assigned.size() < other.assigned.size()) into.assigned.resize(other.assigned.size());
    for (std::size_t i = 0; i < other.assigned.size(); ++i)
        if (other.assigned[i]) into.assigned[i] = true;
}

bool same(const Parting& a, const Parting& b) {
    return a.site == b.site && a.level == b.level && a.sides == b.sides && a.assigned == b.assigned;
}

}  // namespace

void LevelState::assign(std::size_t variable, VariableLevel value) {
    variables[variable] = value;
    for (Parting& parting : partings) {
        if (parting.assigned.size() <= variable) parting.assigned.resize(variable + 1);
        parting.assigned[variable] = true;
    }
}

void LevelState::drop_variables_from(std::size_t count) {
    PHOBOS_ASSERT(count <= variables.size());
    variables.resize(count);
    for (Parting& parting : partings)
        if (parting.assigned.size() > count) parting.assigned.resize(count);
}

Parting* LevelState::find(program::SiteId site) {
    const auto found = std::ranges::find(partings, site, &Parting::site);
    return found == partings.end() ? nullptr : &*found;
}

void LevelState::open(program::SiteId site, Level level, Cause cause, std::uint8_t sides) {
    partings.push_back({site, level, cause, sides, {}});
}

void LevelState::close(program::SiteId site) {
    std::erase_if(partings, [&](const Parting& parting) { return parting.site == site; });
}

void LevelState::close_all_but(const LevelState& outer) {
    std::erase_if(partings, [&](const Parting& parting) {
        return std::ranges::find(outer.partings, parting.site, &Parting::site) == outer.partings.end();
    });
}

void LevelState::raise_by(const Parting& parting) {
    if (!reachable) return;
    for (std::size_t i = 0; i < parting.assigned.size(); ++i)
        if (parting.assigned[i]) raise(variables[i], parting.level, parting.cause);
}

void merge_into(LevelState& state, const LevelState& arriving) {
    if (state.reachable != arriving.reachable) {
        if (arriving.reachable) state = arriving;
        return;
    }
    PHOBOS_ASSERT(state.variables.size() == arriving.variables.size());
    for (std::size_t i = 0; i < state.variables.size(); ++i)
        raise(state.variables[i], arriving.variables[i].level, arriving.variables[i].cause);
    for (const Parting& parting : arriving.partings) {
        if (Parting* known = state.find(parting.site))
            unite(*known, parting);
        else
            state.partings.push_back(parting);
    }
}

bool same_levels(const LevelState& a, const LevelState& b) {
    return a.reachable == b.reachable &&
           std::ranges::equal(a.variables, b.variables, {}, &VariableLevel::level, &VariableLevel::level) &&
           std::ranges::equal(a.partings, b.partings, same);
}

}  // namespace phobos::check
