// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "lang/base/result.h"

namespace phobos::host {

/// A new folder, removed at the end with all that is in it.
class Scratch {
public:
    /// Under `parent`; fails with a sentence.
    static Result<Scratch, std::string> make(const std::filesystem::path& parent);

    Scratch(Scratch&& other) noexcept;
    Scratch& operator=(Scratch&& other) noexcept;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

/// Writes a file as a whole; fails with a sentence, and then there is none.
Result<Done, std::string> write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace phobos::host
