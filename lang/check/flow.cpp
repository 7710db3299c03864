// SPDX-License-Identifier: Apache-2.0
#include "lang/check/flow.h"

#include <algorithm>
#include <variant>

namespace phobos::check {
namespace {

enum class Exit : std::uint8_t { any, only_return };

bool leaves(const syntax::Block& block, Exit exit);

bool leaves(const syntax::Statement& statement, Exit exit) {
    if (std::holds_alternative<syntax::Return>(statement.node)) return true;
    if (std::holds_alternative<syntax::Break>(statement.node) ||
        std::holds_alternative<syntax::Continue>(statement.node))
        return exit == Exit::any;
    const auto* branch = std::get_if<syntax::If>(&statement.node);
    if (branch == nullptr || !branch->otherwise || !leaves(*branch->otherwise, exit)) return false;
    return std::all_of(branch->arms.begin(), branch->arms.end(),
                       [&](const syntax::Arm& arm) { return leaves(arm.body, exit); });
}

bool leaves(const syntax::Block& block, Exit exit) {
    return std::any_of(block.statements.begin(), block.statements.end(),
                       [&](const syntax::Statement& statement) { return leaves(statement, exit); });
}

}  // namespace

std::size_t reachable_statements(const syntax::Block& block) {
    const auto first = std::find_if(block.statements.begin(), block.statements.end(),
                                    [](const syntax::Statement& statement) { return leaves(statement, Exit::any); });
    return static_cast<std::size_t>(first - block.statements.begin()) + (first == block.statements.end() ? 0 : 1);
}

bool returns(const syntax::Block& block) { return leaves(block, Exit::only_return); }

}  // namespace phobos::check
