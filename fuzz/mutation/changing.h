// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>
#include <variant>

#include "fuzz/mutation/fault.h"
#include "fuzz/mutation/rewrite.h"

namespace phobos::mutation {

template <class Node, class Variant>
inline constexpr bool is_alternative = false;
template <class Node, class... Nodes>
inline constexpr bool is_alternative<Node, std::variant<Nodes...>> = (std::is_same_v<Node, Nodes> || ...);

/// Changes every node of this kind, of expressions or statements, in a program. `change` takes the node, or the node
/// and the expression or statement it is, which it may replace, or these and the program; it says whether it changed
/// it.
template <class Node, class Change>
OnProgram changing(Change change) {
    using Part = std::conditional_t<is_alternative<Node, program::ExpressionNode>, Expression, Statement>;
    return {[change](program::Program& program) {
        bool changed = false;
        rewrite(program.body, [&](Part& part) {
            auto* node = std::get_if<Node>(&part.node);
            if (node == nullptr) return;
            if constexpr (std::invocable<Change, Node&>)
                changed = change(*node) || changed;
            else if constexpr (std::invocable<Change, Node&, Part&>)
                changed = change(*node, part) || changed;
            else
                changed = change(*node, part, program) || changed;
        });
        return changed;
    }};
}

}  // namespace phobos::mutation
