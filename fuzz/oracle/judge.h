// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"
#include "fuzz/generate/generate.h"
#include "fuzz/oracle/verdict.h"
#include "fuzz/oracle/way.h"
#include "lang/check/check.h"
#include "lang/source/source_file.h"

namespace phobos::fuzz {

/// What it says of a case that an engine which compiles reaches its time, after the right way came to an end.
enum class Late : std::uint8_t {
    silent,     ///< nothing
    unsettled,  ///< nothing yet: others use the device too, so that the case is to be judged again alone
    finding,    ///< the engine is wrong: nobody else uses the device
};

/// Ends runs that would not end, or take more memory than a kernel of a few statements needs. A case for which the
/// right way reaches a limit is counted and says nothing.
struct JudgeLimits {
    std::uint64_t steps = 20'000'000;
    std::uint64_t memory_bytes = std::uint64_t{1} << 30;  ///< of an engine, for one launch
    std::chrono::milliseconds time{20'000};
    Late late = Late::silent;
};

/// A kernel as its printed text says, with its launch: what the ways are given.
struct Trial {
    std::uint64_t number = 0;  ///< decides which ways it takes and what these draw
    Generated given;
    std::unique_ptr<SourceFile> source{};
    syntax::File parsed{};
    check::Checked checked{};
    engine::BoundDims dims{};

    /// The one kernel; null where the checker or `bind` refused it.
    [[nodiscard]] const program::CheckedProgram* program() const;
    bool is_bound = false;
};

/// Prints, parses, checks and binds.
Trial make_trial(std::uint64_t number, Generated given);

/// Judges cases together, since engines that compile prepare many at once faster than one after the other. The first
/// way says what is right. One verdict for each trial, in order.
std::vector<Verdict> judge(std::span<const Trial> trials, std::span<const Way> ways, const JudgeLimits& limits = {});

/// What differs between what the right way and another left of a case, both within the limits; nothing where they
/// agree, or one reached a limit that does not tell.
std::optional<Finding> difference(const Trial& trial, const Way& right, const engine::Ran& expected, const Way& way,
                                  const engine::Ran& actual, const JudgeLimits& limits = {});

/// What the evaluator of single threads makes of it, by which artefacts are written; the trial has a program.
engine::Ran run_reference(const Trial& trial, const JudgeLimits& limits = {});

}  // namespace phobos::fuzz
