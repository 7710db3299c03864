// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/io/case.h"
#include "engine/outcome.h"
#include "lang/vocabulary/scalar_type.h"

/// What the runner of the suite and an implementation say to each other; spec-tests/README.md describes it.
namespace phobos::protocol {

/// Version 2 of the protocol says of arguments that fit no parameter what version 1 cannot: see Misfit.
inline constexpr int oldest_protocol = 1;
inline constexpr int newest_protocol = 2;

/// Who are you, and what do you offer? Says the versions that the runner speaks, of which the answer names one.
struct HelloRequest {
    int oldest = oldest_protocol;
    int newest = newest_protocol;
};

/// A source at one width: what a case is about.
struct Program {
    std::string id;  ///< of the case
    std::string file;
    std::string source;
    std::optional<std::string> kernel;  ///< given where the source has several
    int lanes = 32;
    std::vector<io::NamedValue> settings;  ///< of autotune constants
    std::vector<std::string> features;     ///< that the case needs
};

/// Is it a program, and if not why?
struct CheckRequest {
    Program program;
};

/// Memory whose address is a multiple of 256: of arguments, and of what lies around them.
struct Buffer {
    std::vector<std::byte> bytes;
};
struct TensorArgument {
    std::string name;
    ScalarType element;
    std::vector<std::int64_t> shape;
    std::size_t buffer;                     ///< index among the buffers
    std::uint64_t byte_offset;              ///< in the buffer
    std::vector<io::IndexRange> unwritten;  ///< elements without a value, in row order
};
struct ScalarArgument {
    std::string name;
    ScalarType type;
    ScalarBits value;
};
/// An argument that no kernel takes, of a launch that must be refused: a scalar by a literal that its type does not
/// have, or a tensor to which neither a shape nor memory is given. Since version 2.
struct Misfit {
    std::string name;
    ScalarType type;
    std::optional<std::string> literal;  ///< of a scalar
};
using Argument = std::variant<TensorArgument, ScalarArgument, Misfit>;

/// What does the launch leave in the buffers?
struct RunRequest {
    Program program;
    std::vector<io::NamedValue> dims;                 ///< that the launch states beside the shapes, which they must fit
    std::optional<std::array<std::int64_t, 3>> grid;  ///< the launch need not give one
    std::vector<Argument> arguments;                  ///< in the order of the parameters, where it is a launch of them
    std::vector<Buffer> buffers;
};

struct ByeRequest {};

struct Request {
    std::uint64_t seq = 0;
    std::chrono::milliseconds budget{};
    std::variant<HelloRequest, CheckRequest, RunRequest, ByeRequest> what;
};

/// What an implementation says of itself. What it leaves out is not restricted.
struct Capabilities {
    std::string name;
    std::string version;
    std::optional<std::vector<int>> lanes;
    std::optional<std::vector<std::string>> features;
    std::vector<engine::FaultKind> faults;  ///< that it reports; none of the others is asked for
    std::optional<std::uint64_t> most_threads;
    std::optional<std::uint64_t> most_blocks;
    std::optional<std::uint64_t> most_buffer_bytes;
    int protocol = newest_protocol;  ///< the newest version that both speak
};

/// It is a program; or an end without an answer, to bye.
struct Accepted {
    std::optional<std::vector<io::ExpectedWarning>> warnings;
};
struct Finished {
    std::optional<std::vector<io::ExpectedWarning>> warnings;
    std::vector<Buffer> buffers;       ///< as they are now
    std::vector<std::string> damaged;  ///< arguments around which memory was written in a copy of its own
};
/// What is stated of an error; the rest is not judged.
struct StatedError {
    std::optional<std::string> code;
    std::optional<std::string> rule;
    std::optional<std::uint32_t> line;
    std::optional<std::vector<std::uint32_t>> notes;
    std::string message;
};
struct Rejected {
    io::Phase phase;
    std::vector<StatedError> errors;
    std::string message;
};
/// What is stated of a fault; the rest is not judged.
struct Trapped {
    engine::FaultKind kind;
    std::optional<std::uint32_t> line;
    std::optional<engine::Block> block;
    std::optional<int> warp;
    std::optional<std::vector<int>> lanes;
    std::vector<std::pair<std::string, std::string>> values;  ///< as texts, numbers as JSON writes them
    std::optional<std::uint32_t> other_line;                  ///< of a race
    std::string message;
};
/// It does not offer that.
struct Skipped {
    std::string message;
};
/// A limit of its own was reached.
struct Limited {
    engine::LimitKind kind;
    std::string message;
};
/// It could not tell.
struct Errored {
    std::string message;
};

struct Answer {
    std::optional<std::uint64_t> seq;  ///< missing where no request could be read
    std::variant<Capabilities, Accepted, Finished, Rejected, Trapped, Skipped, Limited, Errored> what;
};

}  // namespace phobos::protocol
