// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "lang/program/program.h"

namespace phobos::program {

/// A run of bytes that is converted to i32, if that is what an expression is.
inline const Expression* widened_bytes(const Expression& expression) {
    const auto* conversion = std::get_if<Convert>(&expression.node);
    if (conversion == nullptr || expression.type.element != ScalarType::i32) return nullptr;
    const Expression& run = *conversion->operand;
    const bool is_of_bytes = is_integer(run.type.element) && bytes(run.type.element) == 1;
    return is_of_bytes && std::holds_alternative<RunLoad>(run.node) ? &run : nullptr;
}

/// run-33: the runs of bytes, in their order, whose product is summed by dot products of four bytes.
inline std::optional<std::array<const Expression*, 2>> byte_product(const Expression& summed) {
    const auto* product = std::get_if<Binary>(&summed.node);
    if (product == nullptr || product->op != BinaryOperator::multiply || summed.type.elements % 4 != 0)
        return std::nullopt;
    const std::array runs{widened_bytes(*product->left), widened_bytes(*product->right)};
    return runs[0] != nullptr && runs[1] != nullptr ? std::optional(runs) : std::nullopt;
}

/// Whether evaluating this node is dot products of four bytes: a sum of such a product, or dp4a of scalars or runs.
inline bool multiplies_bytes(const Expression& expression) {
    if (const auto* sum = std::get_if<RunSum>(&expression.node)) return byte_product(*sum->run).has_value();
    const auto* call = std::get_if<Elementwise>(&expression.node);
    return call != nullptr && call->builtin == Builtin::dp4a;
}

}  // namespace phobos::program
