// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/io/case.h"
#include "lang/base/result.h"
#include "lang/source/source_file.h"

namespace phobos::harness {

/// A file that holds a case.
struct CaseFile {
    std::filesystem::path path;
    std::string name;  ///< relative to where it was found, without .json: "09-collectives/sum_over_lanes"
};

/// Every case below the folders, in the order of their names.
std::vector<CaseFile> find_cases(std::span<const std::filesystem::path> folders);

/// A case and the source it is about.
struct LoadedCase {
    io::Case expectations;
    SourceFile source;
};

/// Fails with what is wrong with the case's own files.
Result<LoadedCase, std::string> load_case(const std::filesystem::path& path);

}  // namespace phobos::harness
