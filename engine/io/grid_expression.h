// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/io/error.h"
#include "lang/base/result.h"

namespace phobos::io {

/// A name of a grid expression and what it stands for.
struct NamedValue {
    std::string name;
    std::int64_t value;
};

/// An extent of a grid as it is written: integers, names, fields of ctx, + - * /, brackets and ceil_div(a, b).
class GridExpression {
public:
    /// Fails with grid_malformed, saying at which character.
    static Result<GridExpression, Error> parse(std::string_view text);

    /// The value in 64 bits; / truncates toward zero, ceil_div rounds up. Fails with launch_grid_expression: an unknown
    /// name, an overflow, a division by zero.
    [[nodiscard]] Result<std::int64_t, Error> evaluate(std::span<const NamedValue> names) const;

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    friend class GridParser;

    enum class Step : std::uint8_t { number, name, negate, add, subtract, multiply, divide, ceil_div };
    struct Instruction {
        Step step;
        std::int64_t number = 0;
        std::string name;
    };

    explicit GridExpression(std::string text) : text_(std::move(text)) {}
    [[nodiscard]] Result<std::int64_t, Error> apply(Step step, std::int64_t left, std::int64_t right) const;

    std::string text_;
    std::vector<Instruction> instructions_;  ///< in postfix order
};

/// Up to three expressions between commas. Fails with grid_malformed.
Result<std::vector<GridExpression>, Error> parse_grid(std::string_view text);

}  // namespace phobos::io
