// SPDX-License-Identifier: Apache-2.0
#include "lang/check/variables.h"

#include "lang/program/children.h"

namespace phobos::check {

std::vector<bool> reassigned_locals(const program::Program& program) {
    std::vector<bool> reassigned(program.locals.size());
    program::for_each_in(program.body, [&](const program::Statement& statement) {
        const auto* assign = std::get_if<program::Assign>(&statement.node);
        if (assign != nullptr && !assign->declares) reassigned[assign->local.index] = true;
    });
    return reassigned;
}

}  // namespace phobos::check
