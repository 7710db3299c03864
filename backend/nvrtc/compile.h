// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/nvrtc/library.h"
#include "backend/nvrtc/log.h"
#include "lang/base/result.h"

namespace phobos::nvrtc {

/// A file that texts include by its name.
struct Header {
    std::string name;
    std::string text;
};

enum class Output : std::uint8_t {
    ptx,    ///< for the driver to translate
    cubin,  ///< for one architecture, with the PTX it comes from and its resources
};

/// How far the compiler of a card's code, the slower half, goes.
enum class Optimising : std::uint8_t { full, none };

/// One text to compile.
struct Job {
    std::string name;  ///< of the text, in messages
    std::string text;
    std::string entry;         ///< the kernel whose resources are reported
    std::string architecture;  ///< as in sm_90
    Output output = Output::ptx;
    Optimising optimising = Optimising::full;
};

struct Compiled {
    std::string ptx;
    std::string cubin;                   ///< empty where only PTX is asked for
    std::optional<Resources> resources;  ///< of a cubin
    std::string log;

    friend bool operator==(const Compiled&, const Compiled&) = default;
};

enum class FailureKind : std::uint8_t {
    library,       ///< there is no usable libnvrtc
    architecture,  ///< the library does not know it
    source,        ///< the text has errors
    memory,        ///< the compiler ran out of it
    time,          ///< the limit was reached
    worker,        ///< a process that compiles ended or could not be started
    internal,      ///< what the library gives for no reason that is ours to tell
};

struct CompileFailure {
    FailureKind kind;
    std::string text;               ///< what happened, lower case, one sentence without a full stop
    std::string log;                ///< the compiler's words, as they are
    std::vector<Message> messages;  ///< in the log
};

using Compilation = Result<Compiled, CompileFailure>;

/// The flags that a job is compiled with; the same bits on every machine need that nothing is contracted.
std::vector<std::string> flags_of(const Job& job);

/// Compiles in this process.
Compilation compile(const Library& library, std::span<const Header> headers, const Job& job);

}  // namespace phobos::nvrtc
