// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "fuzz/oracle/judge.h"
#include "lang/base/json.h"
#include "lang/base/result.h"

/// Cases of the fuzzer as files: those of the suite (spec-tests/README.md), with all their data.
namespace phobos::fuzz {

/// The name of the files of the case of a number, and its id.
std::string name_of_case(std::uint64_t number);
/// The number in such a name, also in that of what was made of the case ("fuzz-4711-reduced"); 0 for any other.
std::uint64_t number_of_case(std::string_view name);

/// The case that says of a trial with a program what `right` says of it; what says neither values nor a fault expects
/// that nothing is changed.
Json case_of(const Trial& trial, const engine::Ran& right, std::string_view id, std::string_view note);

/// Writes FOLDER/NAME.ph and then FOLDER/NAME.json; fails with a sentence. The name is the case's id.
Result<std::filesystem::path, std::string> write_artefact(const Trial& trial, std::string_view note,
                                                          const std::filesystem::path& folder, std::string_view name);

/// The kernel and the first launch of a case, given by either of its files, with its number as the seed. Fails with
/// what is wrong with them.
Result<Generated, std::string> read_artefact(std::filesystem::path path);

}  // namespace phobos::fuzz
