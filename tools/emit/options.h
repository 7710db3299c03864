// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/base/result.h"
#include "lang/check/check.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// A number told of a dim or tensor; the name `*` means all.
struct NamedNumber {
    std::string name;
    std::int64_t number;
};

enum class Emission : std::uint8_t { text, ptx, cubin };

/// A command line of phobos-emit that is well formed whatever kernel and files say.
struct EmitOptions {
    std::string file;
    std::optional<std::string> kernel;
    int lanes = 32;
    std::vector<check::Setting> settings;
    std::vector<NamedNumber> dims;       ///< --dim
    std::vector<NamedNumber> multiples;  ///< --multiple
    std::vector<NamedNumber> aligned;    ///< --align, in bytes; powers of two
    bool is_checked = false;             ///< --check bounds
    std::optional<std::string> entry;
    Emission emission = Emission::text;
    std::string architecture = "sm_90";
    bool reports = false;
    std::optional<std::string> output;   ///< none: the standard output
    std::optional<std::string> prelude;  ///< a folder
    std::optional<std::string> cache;    ///< a folder; none: nothing is kept
    std::optional<std::string> nvrtc;    ///< the file of the library
    CommonOptions common;

    /// Whether libnvrtc is needed.
    [[nodiscard]] bool compiles() const { return emission != Emission::text || reports; }
};

/// The command line of phobos-emit.
CommandLine emit_command_line();

/// Fails with exit code 2 and what is malformed. Looks at the environment for the folder of the cache.
Result<EmitOptions, Stop> read_emit_options(const Arguments& arguments);

}  // namespace phobos::tools
