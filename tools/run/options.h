// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/agreement.h"
#include "engine/io/block_selection.h"
#include "engine/io/named_launch.h"
#include "engine/io/source.h"
#include "lang/base/result.h"
#include "lang/check/check.h"
#include "tools/common/command_line.h"
#include "tools/run/stats.h"

namespace phobos::tools {

/// A tensor that is written to a file after the run; several may share an archive under keys of their own.
struct OutputFile {
    std::string parameter;
    std::string path;
    io::FileFormat format;
    std::string key;  ///< in an archive; the parameter's name unless another is given
};

/// A tensor that is compared with another after the run.
struct Expected {
    std::string parameter;
    io::Source source;
};

/// What goes into which trace file, page that shows it, or both.
struct TraceOptions {
    std::optional<std::string> path;
    std::optional<std::string> view;
    io::BlockSelection blocks;
    std::string blocks_text = "all";   ///< as given
    std::uint64_t limit = 10'000'000;  ///< of events
    bool has_values = false;
};

/// A command line of phobos-run that is well formed whatever kernel and files say.
struct RunOptions {
    std::string file;
    std::optional<std::string> kernel;
    int lanes = 32;
    std::vector<check::Setting> settings;
    io::NamedLaunch launch;  ///< what is not given by --in or --scalar but named elsewhere starts unwritten
    std::vector<OutputFile> outputs;
    std::vector<Expected> expected;
    engine::Agreement agreement;
    std::string engine;
    std::vector<std::string> checks;          ///< words asked for by --check
    bool is_fast = false;                     ///< without the default checks
    std::vector<std::string> optional_flags;  ///< those given
    std::optional<TraceOptions> trace;
    std::optional<StatsOrder> stats;
    bool tells_fidelity = false;
    std::optional<std::uint64_t> orders;  ///< to try
    int jobs = 1;
    std::uint64_t seed = 0;
    int device = 0;
    std::optional<std::uint64_t> max_steps;
    std::optional<std::chrono::milliseconds> max_time;
    CommonOptions common;
};

/// The files that are written.
std::vector<std::string> files_of(const TraceOptions& trace);

/// The command line of phobos-run.
CommandLine run_command_line();

/// Whether a tensor or a trace goes to the standard output.
bool writes_to_standard_output(const RunOptions& options);

/// Fails with exit code 2 and what is malformed.
Result<RunOptions, Stop> read_run_options(const Arguments& arguments);

}  // namespace phobos::tools
