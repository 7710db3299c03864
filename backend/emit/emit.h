// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lang/program/checked_program.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"
#include "lang/source/source_file.h"

/// Checked programs as CUDA C++ text, which includes the headers of backend/prelude and nothing else.
namespace phobos::emit {

/// Whether the text looks for the faults that are always checked, and reports them in a FaultRecord buffer
/// (backend/prelude/fault_record.h). Without, the text trusts the program and what is undefined is not looked for.
enum class Checking : std::uint8_t { nothing, faults };

/// Ways of emitting that a text may do without, so that a difference can be told from its cause.
enum class Accesses : std::uint8_t { widest, elements };  ///< what a run is loaded and stored by
enum class Unrolling : std::uint8_t { asked, none };
enum class Collectives : std::uint8_t { exchanges, memory };  ///< how lanes of a card give each other values
struct Toggles {
    Accesses accesses = Accesses::widest;
    Unrolling unrolling = Unrolling::asked;
    Collectives collectives = Collectives::exchanges;
};

struct Options {
    std::string entry;  ///< the kernel's name in the text and for the linker; an identifier
    Checking checking = Checking::nothing;
    program::LaunchAssumptions assumptions{};  ///< the text is right in every launch that keeps them
    const SourceFile* source = nullptr;        ///< for comments and #line; without it there are none
    /// What a text with a loop of products that reads its operands ahead may take of a CTA's shared memory. Unless
    /// given, what all cards of data centres from sm_80 on have.
    std::uint64_t most_shared_bytes = std::uint64_t{160} << 10;
    Toggles toggles{};
};

/// The address of the tensor's first element.
struct TensorParameter {
    program::TensorId tensor;
};
/// The value of a dim, four bytes.
struct DimParameter {
    program::DimId dim;
};
/// The value of a scalar parameter, as many bytes as its type has in memory.
struct ScalarParameter {
    program::LocalId local;
};
/// The address of a FaultRecord for each thread of a CTA; the last one, in checked texts only.
struct FaultParameter {};

using Parameter = std::variant<TensorParameter, DimParameter, ScalarParameter, FaultParameter>;

struct Emitted {
    std::string text;
    std::string entry;
    std::vector<Parameter> parameters;  ///< in the kernel's order
    std::uint64_t shared_bytes = 0;     ///< of dynamic shared memory that a CTA takes, from an address divisible by 128
    bool cooperative = false;           ///< every CTA of the grid must be resident: grid_barrier
    std::vector<std::uint32_t> lines;   ///< by line of the text from 0 on: the line of the source it carries out, or 0
};

/// Pure: the same text for the same program and options.
[[nodiscard]] Emitted emit(const program::CheckedProgram& checked, const Options& options);

}  // namespace phobos::emit
