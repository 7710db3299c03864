// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/check/elaborate.h"
#include "lang/diagnostics/diagnostic.h"

/// What the tests of the checker's rules share: tables of rejected programs, each with an accepted twin.
namespace phobos::check::testing {

using diagnostics::Code;

/// Two programs, or two bodies of `in_kernel`, of which one rule rejects the second.
struct Row {
    std::string_view accepted;
    std::string_view rejected;
    Code code;
    std::string_view position;  ///< "line:column" of the diagnostic
};

/// A kernel with parameters of every kind around a body, which begins at line 2.
std::string in_kernel(std::string_view body);

struct Judged {
    std::vector<program::Program> kernels;
    std::vector<diagnostics::Diagnostic> diagnostics;
    std::string text;  ///< of the diagnostics, for failures
};
/// Parses and elaborates; a source that does not parse fails the test.
Judged judge(const std::string& source, const std::vector<Setting>& settings = {}, Target target = {});

/// "4:7 mixed_types", in the order of the source.
std::vector<std::string> found(const std::string& source);

/// Each row's accepted program has no diagnostic and its rejected one has one, of the code at the position; where that
/// has a fix, the program that it leads to does not have the diagnostic any more.
void expect_rows(std::span<const Row> rows);
/// The same with bodies of `in_kernel`.
void expect_bodies(std::span<const Row> rows);

/// The dump of the only statement of a body, which has no error.
std::string dumped(std::string_view body);

}  // namespace phobos::check::testing
