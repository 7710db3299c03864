// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/base/result.h"
#include "lang/diagnostics/code.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

enum class Repeated : std::uint8_t { once, many };
/// Whether a program has diagnostics to write as a SARIF log.
enum class HasSarif : std::uint8_t { yes, no };

/// One option of a program, as data.
struct Option {
    std::string names;        ///< as in "--grid" or "-q,--quiet"
    std::string placeholder;  ///< of its value, as in "NAME=SPEC"; empty for a flag
    std::string help;
    Repeated repeated = Repeated::once;
    std::string group;  ///< heading in the help
};

/// A whole command line, as data. The options that all programs share are added to it.
struct CommandLine {
    std::string program;
    std::string summary;     ///< one or two sentences
    std::string positional;  ///< as in "FILE.ph"; empty where no word stands by itself
    Repeated files = Repeated::once;
    std::vector<Option> options;
    std::string examples;  ///< whole lines
    HasSarif has_sarif = HasSarif::yes;
};

/// When colours are used.
enum class ColorChoice : std::uint8_t { automatic, always, never };

/// What all programs understand.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    ColorChoice color = ColorChoice::automatic;
    std::optional<std::string> sarif;
};

/// The words of a command line by option.
class Arguments {
public:
    Arguments(CommonOptions common, std::vector<std::string> files,
              std::map<std::string, std::vector<std::string>> values, std::set<std::string> flags)
        : common_(std::move(common)), files_(std::move(files)), values_(std::move(values)), flags_(std::move(flags)) {}

    [[nodiscard]] const CommonOptions& common() const { return common_; }
    [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
    /// The values of an option, by its last name, in the order of the command line.
    [[nodiscard]] std::span<const std::string> values(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view flag) const { return flags_.contains(std::string(flag)); }

private:
    CommonOptions common_;
    std::vector<std::string> files_;
    std::map<std::string, std::vector<std::string>> values_;
    std::set<std::string> flags_;
};

/// A program that ends before it began: help and version go to the standard output, mistakes to the standard error.
struct Stop {
    ExitCode code;
    std::string text;
    std::optional<diagnostics::Code> error = {};  ///< of docs/diagnostics.md
};

/// Fails with the help, the version or what is wrong, with the nearest option for an unknown one.
Result<Arguments, Stop> parse(const CommandLine& line, std::span<const char* const> words);

/// A mistake in the command line: exit code 2 and a pointer to --help.
Stop usage_error(std::string_view program, std::string_view message);

/// The two sides of NAME=VALUE; nothing where there is no name or no `=`.
struct NameAndValue {
    std::string name;
    std::string value;
};
std::optional<NameAndValue> split_assignment(std::string_view word);

}  // namespace phobos::tools
