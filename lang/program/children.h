// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/base/overloaded.h"
#include "lang/program/program.h"

namespace phobos::program {

/// Calls `visit` with each operand of an expression, left to right, but not with what the body of a call holds.
template <class Visit>
void for_each_child(const Expression& expression, Visit visit) {
    const auto each = [&](const std::vector<Expression>& operands) {
        for (const Expression& operand : operands) visit(operand);
    };
    std::visit(Overloaded{
                   [](const Constant&) {},
                   [](const DimUse&) {},
                   [](const ContextUse&) {},
                   [](const LocalUse&) {},
                   [&](const Unary& node) { visit(*node.operand); },
                   [&](const Binary& node) { visit(*node.left), visit(*node.right); },
                   [&](const Convert& node) { visit(*node.operand); },
                   [&](const Elementwise& node) { each(node.arguments); },
                   [&](const Logical& node) { visit(*node.left), visit(*node.right); },
                   [&](const Load& node) { each(node.subscripts); },
                   [&](const RunLoad& node) { each(node.subscripts); },
                   [&](const RunSum& node) { visit(*node.run); },
                   [&](const RunElement& node) { visit(*node.run), visit(*node.index); },
                   [&](const RunWord& node) { visit(*node.run), visit(*node.index); },
                   [&](const Collective& node) { visit(*node.operand); },
                   [&](const Shuffle& node) { visit(*node.value), visit(*node.selector); },
                   [&](const Ballot& node) { visit(*node.predicate); },
                   [&](const Atomic& node) {
                       each(node.subscripts);
                       if (node.expected) visit(**node.expected);
                       visit(*node.operand);
                   },
                   [&](const Call& node) {
                       for (const Binding& binding : node.bindings) visit(*binding.argument);
                   },
               },
               expression.node);
}

}  // namespace phobos::program
