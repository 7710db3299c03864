// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backend/nvrtc/api.h"
#include "backend/process/shared_library.h"
#include "lang/base/result.h"

namespace phobos::nvrtc {

struct Version {
    int major = 0;
    int minor = 0;

    friend auto operator<=>(Version, Version) = default;
};

/// The first release that compiles for all architectures from sm_75 to sm_90a.
inline constexpr Version oldest_version{12, 0};

/// Where the library is looked for, the newest first: names that the system's loader resolves, then the toolkit's own
/// folder.
std::vector<std::string> default_library_names();

struct LibraryFailure {
    enum class Kind : std::uint8_t {
        missing,     ///< none of the names leads to a library
        incomplete,  ///< a library lacks a function
        too_old,
    };
    Kind kind;
    std::string text;  ///< every name that was tried, with the reason
};

/// An opened libnvrtc.
class Library {
public:
    /// Opens the first of the names that leads to a library new enough. Of several reasons the failure's kind is that
    /// of the library that came nearest.
    static Result<Library, LibraryFailure> open(std::span<const std::string> names);

    [[nodiscard]] const Api& api() const { return api_; }
    [[nodiscard]] Version version() const { return version_; }
    /// The library's file without links, whose name tells the release to its last number.
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The numbers of the architectures that it compiles for, as 90 for sm_90; ascending.
    [[nodiscard]] std::span<const int> architectures() const { return architectures_; }

private:
    static Result<Library, LibraryFailure> open_one(const std::string& name);
    Library(process::SharedLibrary library, const Api& api, Version version, std::string path,
            std::vector<int> architectures)
        : library_(std::move(library)),
          api_(api),
          version_(version),
          path_(std::move(path)),
          architectures_(std::move(architectures)) {}

    process::SharedLibrary library_;
    Api api_;
    Version version_;
    std::string path_;
    std::vector<int> architectures_;
};

}  // namespace phobos::nvrtc
