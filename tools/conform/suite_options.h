// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lang/base/result.h"
#include "spec-tests/harness/suite.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// A case of the suite that is asked for.
struct ChosenCase {
    harness::CaseFile file;
    harness::LoadedCase loaded;

    [[nodiscard]] const std::string& id() const { return loaded.expectations.id; }
};

/// `--suite` and `--only`, which all commands share that read the suite.
std::vector<Option> suite_options();

/// The cases of the suite in the order of their files: those below --suite, or where none is given below the folders
/// spec-tests and examples that are found from the current folder or the program's own upwards. Fails with exit code 4
/// and what is wrong: no such folder, no case in it, a case that cannot be read, two cases of one id.
Result<std::vector<ChosenCase>, Stop> load_suite(const Arguments& arguments);

/// Those whose id, or whose file's name without .json, matches a pattern of --only; all where there is none. Fails
/// with exit code 4 for a pattern that nothing matches.
Result<std::vector<ChosenCase>, Stop> only_chosen(const Arguments& arguments, std::vector<ChosenCase> suite);

}  // namespace phobos::tools
