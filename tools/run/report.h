// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/io/named_launch.h"
#include "engine/outcome.h"
#include "lang/diagnostics/terminal.h"
#include "lang/source/source_file.h"
#include "tools/common/exit_code.h"
#include "tools/run/comparison.h"
#include "tools/run/fidelity.h"
#include "tools/run/options.h"
#include "tools/run/orders.h"
#include "tools/run/stats.h"
#include "tools/run/tracing.h"

namespace phobos::tools {

/// A file that was written.
struct Written {
    OutputFile file;
    ScalarType element;
    std::vector<std::int64_t> shape;
    std::uint64_t never_written;  ///< elements that are 0 in the file
};

/// All that one run gave.
struct RunReport {
    std::string kernel;
    std::string engine;
    int lanes = 32;
    int threads = 0;
    bool counts_steps = true;  ///< whether the engine does
    std::optional<engine::Block> grid;
    engine::Outcome outcome;
    std::vector<Written> written;
    std::vector<Compared> compared;
    std::optional<WrittenTrace> trace;
    std::optional<Stats> stats;
    std::optional<Fidelity> fidelity;
    std::optional<OrderReport> orders;
    std::vector<std::string> hints;  ///< what to change on the command line
};

/// What the outcome and the comparisons say.
ExitCode exit_code(const RunReport& report);

/// The result on the standard output, for people.
std::string text_of(const RunReport& report, const engine::Agreement& agreement);

/// The result as one JSON object.
std::string json_text_of(const RunReport& report, const SourceFile& source);

/// What ended a run, with the place of a fault in caret form, and the hints; empty for a finished one.
std::string failure_text(const RunReport& report, const SourceFile& source, diagnostics::Color color);

}  // namespace phobos::tools
