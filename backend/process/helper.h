// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "backend/process/child.h"

/// What a small program does for one that may be ended at any time.
namespace phobos::process {

/// The main of such a program, by its words after the first: it supervises a child of start(), or keeps a folder. Gives
/// the code to exit with; nothing where the words ask for neither.
std::optional<int> be_helper(std::span<const char* const> words);

/// Ends this process, and its group where it leads one, as soon as the other end of the stream is closed; whatever it
/// does then.
void end_with(int stream);

/// Removes a folder with all that is in it when this process is no more, for whatever reason; while it lives nothing is
/// removed, nor by the end of this object.
struct Keeper {
    Descriptor life;
    Child child;
};
/// `helper`: a program whose main calls be_helper. Fails with a sentence.
Result<Keeper, std::string> keep(const std::string& helper, const std::filesystem::path& folder);

}  // namespace phobos::process
