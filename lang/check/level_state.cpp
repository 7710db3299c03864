// SPDX-License-Identifier: Apache-2.0
#include "lang/check/level_state.h"

#include <algorithm>

#include "lang/base/assert.h"

namespace phobos::check {

namespace {

void raise(VariableLevel& variable, Level level, const Cause& cause) {
    if (variable.level >= level) return;
    variable.level = level;
    variable.cause = cause;
}

bool same(const Parting& a, const Parting& b) {
    const auto assigned_in = [](const Parting& parting, std::size_t variable) {
        return variable < parting.assigned.size() && parting.assigned[variable];
    };
    for (std::size_t i = 0; i < std::max(a.assigned.size(), b.assigned.size()); ++i)
        if (assigned_in(a, i) != assigned_in(b, i)) return false;
    return a.level == b.level && a.sides == b.sides;
}

}  // namespace

void LevelState::assign(std::size_t variable, VariableLevel value) {
    variables[variable] = value;
    for (Parting& parting : partings) {
        if (parting.sides == 0) continue;
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

void LevelState::raise_by(const Parting& parting) {
    if (!reachable) return;
    for (std::size_t i = 0; i < parting.assigned.size(); ++i)
        if (parting.assigned[i]) raise(variables[i], parting.level, parting.cause);
}

void unite(Parting& into, const Parting& other) {
    if (into.level < other.level || into.sides == 0) into.cause = other.cause;
    into.level = join(into.level, other.level);
    into.sides = static_cast<std::uint8_t>(into.sides | other.sides);
    if (into.assigned.size() < other.assigned.size()) into.assigned.resize(other.assigned.size());
    for (std::size_t i = 0; i < other.assigned.size(); ++i)
        if (other.assigned[i]) into.assigned[i] = true;
}

void merge_into(LevelState& state, const LevelState& arriving) {
    if (state.reachable != arriving.reachable) {
        if (arriving.reachable) state = arriving;
        return;
    }
    PHOBOS_ASSERT(state.variables.size() == arriving.variables.size());
    for (std::size_t i = 0; i < state.variables.size(); ++i)
        raise(state.variables[i], arriving.variables[i].level, arriving.variables[i].cause);
    if (state.partings.size() < arriving.partings.size()) state.partings.resize(arriving.partings.size());
    for (std::size_t i = 0; i < arriving.partings.size(); ++i) unite(state.partings[i], arriving.partings[i]);
}

bool same_levels(const LevelState& a, const LevelState& b) {
    return a.reachable == b.reachable &&
           std::ranges::equal(a.variables, b.variables, {}, &VariableLevel::level, &VariableLevel::level) &&
           std::ranges::equal(a.partings, b.partings, same);
}

}  // namespace phobos::check
