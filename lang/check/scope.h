// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "lang/program/program.h"
#include "lang/source/span.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::check {

enum class VariableKind : std::uint8_t { parameter, let, var, loop_variable };

/// A scalar that each thread has for itself.
struct Variable {
    program::LocalId local;
    ScalarType type;
    VariableKind kind;
    std::optional<ScalarBits> constant;              ///< of a name that is a constant expression
    std::optional<Span> let_word = std::nullopt;     ///< of a declaration by let
    std::optional<Span> only_digits = std::nullopt;  ///< the literal that alone made it an i32
};
/// A dim that is a constant of the program, or an autotune constant; an i32.
struct ConstantName {
    std::int64_t value;
    bool is_tunable;
};
/// A dim bound at launch.
struct DimName {
    program::DimId dim;
};
/// A tensor or tile.
struct BufferName {
    program::Buffer buffer;
};
/// A name whose declaration was wrong: uses of it are not reported again.
struct Rejected {};

using Meaning = std::variant<Variable, ConstantName, DimName, BufferName, Rejected>;

struct Symbol {
    Meaning meaning;
    Span declared;
};

/// The names that can be seen at one place of a body, in nested blocks (stmt-2, stmt-3).
class Scope {
public:
    Scope() : blocks_(1) {}

    void open() { blocks_.emplace_back(); }
    void close();

    /// Declares a name in the innermost block. Where that block has it already, nothing changes and the place of its
    /// first declaration comes back.
    std::optional<Span> declare(const std::string& name, Symbol symbol);
    /// The innermost declaration of a name, or null.
    [[nodiscard]] const Symbol* find(const std::string& name) const;
    /// All names that can be seen, in no order that tells.
    [[nodiscard]] std::vector<std::string_view> names() const;

private:
    struct Declaration {
        Symbol symbol;
        std::size_t depth;
    };

    std::unordered_map<std::string, std::vector<Declaration>> names_;
    std::vector<std::vector<std::string>> blocks_;
};

/// "a parameter", "an autotune constant".
std::string_view description(const Symbol& symbol);

}  // namespace phobos::check
