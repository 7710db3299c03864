// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "backend/emit/emitter.h"

namespace phobos::emit {

// --- accesses of runs ---

/// `ph::Run<f32, 4>`
[[nodiscard]] std::string run_type(ScalarType element, std::int32_t elements);

/// What template arguments say of a run: `16, 4, 0` are its elements, and its first byte's address, 0 modulo 2^4: as
/// much of it as can make accesses wider (run-32).
[[nodiscard]] std::string shape_of_access(const Emission& e, const program::Buffer& buffer,
                                          std::span<const program::Expression> subscripts, std::int32_t elements);
[[nodiscard]] std::string shape_of_access(ScalarType element, program::Congruence address, std::int32_t elements);

/// What is known of the byte address of a run's first element.
[[nodiscard]] program::Congruence address_of(const Emission& e, const program::Buffer& buffer,
                                             std::span<const program::Expression> subscripts);

/// A call that loads a run with such arguments, from an offset of a pointer on.
[[nodiscard]] std::string load_call(std::string_view shape, std::string_view pointer, std::string_view offset);

/// The pointer to the first element of a run that stays in memory.
[[nodiscard]] std::string write_first(Emission& e, const program::Expression& expression, const program::RunLoad& node);

// --- run expressions ---

/// Which element: a C++ int, or an integer of the language.
struct ElementNumber {
    std::string text;
    bool is_int;

    /// The element of a run in registers.
    [[nodiscard]] Text of(const std::string& run) const;
};

/// A run expression whose runs are loaded, or found, and whose scalars are evaluated: once and in order (run-19,
/// run-20).
class RunValue {
public:
    /// Where its runs are: those in memory are read when an element is.
    enum class In : std::uint8_t { registers, memory };

    RunValue(Emission& e, const program::Expression& expression, In in) : e_(e), expression_(expression), in_(in) {
        evaluate(expression);
    }

    [[nodiscard]] Text element(const ElementNumber& j) const { return element(expression_, j); }

    // of runs in registers

    /// The name of a run that is a part of the expression.
    [[nodiscard]] const std::string& name(const program::Expression& run) const {
        return leaves_.at(run.id.index).text;
    }
    /// Writes what computes all elements and gives the name of the run.
    [[nodiscard]] std::string whole() const;
    /// Writes a loop over the elements from `first` on, which `body` gives the statement of.
    template <class Body>
    void write_loop(std::int32_t first, const Body& body) const {
        e_.names.open();
        const ElementNumber j{e_.names.declare("j"), true};
        e_.writer.line("PH_UNROLL");
        e_.writer.line(fmt::format("for (int {0} = {1}; {0} < {2}; ++{0}) {3}", j.text, first,
                                   expression_.type.elements, body(j)));
        e_.names.close();
    }

private:
    void evaluate(const program::Expression& expression);
    [[nodiscard]] std::string loaded(const program::Expression& expression, const program::RunLoad& node);
    [[nodiscard]] Text element(const program::Expression& expression, const ElementNumber& j) const;

    Emission& e_;
    const program::Expression& expression_;
    In in_;
    /// By ExpressionId: of a run the name, or the pointer to its first element; of a scalar the value.
    std::unordered_map<std::uint32_t, Text> leaves_;
};

}  // namespace phobos::emit
