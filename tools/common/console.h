// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "lang/base/result.h"
#include "lang/diagnostics/list.h"
#include "lang/diagnostics/terminal.h"
#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// Whether it is a terminal that understands escape sequences: one with TERM=dumb does not.
bool takes_escapes(int descriptor);

/// Where a program's words go: the environment and the terminals are looked at once, here.
class Console {
public:
    Console(std::string program, const CommonOptions& options);

    [[nodiscard]] const std::string& program() const { return program_; }
    [[nodiscard]] bool is_quiet() const { return is_quiet_; }
    /// Of the standard error.
    [[nodiscard]] diagnostics::Color color() const { return color_; }

    /// Tells of a mistake in the command line, with --json on the standard output too; gives the code to end with.
    [[nodiscard]] ExitCode stop(const Stop& stop) const;

    /// "program: text" on the standard error.
    void error(std::string_view text) const;
    /// The same, but not with -q.
    void remark(std::string_view text) const;
    /// Diagnostics in caret form on the standard error; with -q the errors only.
    void show(std::span<const diagnostics::Findings> files) const;
    /// Whole text on the standard error.
    void raw(std::string_view text) const;

    /// The whole text on the standard output. Fails with the exit code for a full disk or a closed pipe; the latter is
    /// not told, since nobody listens. Where a SARIF log stands on the standard output, on the standard error instead.
    [[nodiscard]] ExitCode print(std::string_view text) const;

private:
    std::string program_;
    bool is_quiet_;
    bool prints_json_;
    bool is_output_taken_;  ///< by the SARIF log
    diagnostics::Color color_;
};

/// Writes the diagnostics as a SARIF log; fails with exit code 4 and what to tell.
[[nodiscard]] Result<Done, Stop> write_sarif(const Console& console, const std::string& path,
                                             std::span<const diagnostics::Findings> files);

/// Parses the command line and runs `program`; what it throws ends with a sentence and exit code 7 (no memory) or 5.
int run_main(const CommandLine& line, std::span<const char* const> words,
             const std::function<ExitCode(const Arguments&)>& program);

}  // namespace phobos::tools
