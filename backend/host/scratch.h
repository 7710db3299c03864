// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "backend/process/descriptor.h"
#include "backend/process/helper.h"
#include "lang/base/result.h"

namespace phobos::host {

/// A new folder, removed at the end with all that is in it. While the process lives it is locked: one that is not was
/// left behind.
class Scratch {
public:
    /// Under `parent`; fails with a sentence.
    static Result<Scratch, std::string> make(const std::filesystem::path& parent);
    /// The same, removed too where the process ends in any other way: by the program phobos-host-worker, as far as that
    /// can be started.
    static Result<Scratch, std::string> make(const std::filesystem::path& parent,
                                             const std::filesystem::path& worker_program);

    Scratch(Scratch&& other) noexcept;
    Scratch& operator=(Scratch&& other) noexcept;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    Scratch(std::filesystem::path path, process::Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    process::Descriptor lock_;
    std::optional<process::Keeper> keeper_;
};

/// Removes the folders under `parent` that processes of this user left behind.
void remove_abandoned(const std::filesystem::path& parent);

/// Writes a file as a whole; fails with a sentence, and then there is none.
Result<Done, std::string> write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace phobos::host
