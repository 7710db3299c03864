// SPDX-License-Identifier: Apache-2.0
#include "tools/check/expressions.h"

#include "lang/program/children.h"

namespace phobos::tools {

std::vector<const program::Expression*> all_expressions(const program::Program& program) {
    std::vector<const program::Expression*> found;
    program::for_each_in(program.body, [&](const program::Expression& expression) { found.push_back(&expression); });
    return found;
}

}  // namespace phobos::tools
