// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/io/error.h"
#include "lang/base/assert.h"

/// What the tests of engine/io share.
namespace phobos::io::testing {

/// A new folder, removed with everything in it at the end.
class TemporaryFolder {
public:
    TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "phobos-io-XXXXXX").string()) {
        PHOBOS_ASSERT(::mkdtemp(path_.data()) != nullptr);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string file(std::string_view name) const { return fmt::format("{}/{}", path_, name); }

private:
    std::string path_;
};

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto view = std::as_bytes(std::span(text));
    return {view.begin(), view.end()};
}

inline void put(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

inline std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The names in a folder: shows what a failed write leaves behind.
inline std::size_t entries(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

inline std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text.empty() ? "-" : text;
}

/// "ok", or the code's row name and the text of the error: what most tests compare.
template <class T>
std::string verdict(const Result<T, Error>& result) {
    if (result) return "ok";
    for (const diagnostics::CodeRow& entry : diagnostics::code_rows)
        if (entry.code == result.error().code) return fmt::format("{}: {}", entry.name, result.error().text);
    return "a code without a row";
}

struct Ran {
    int status;
    std::string output;
};

/// Runs a command of the shell and collects its standard output.
inline Ran run(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    PHOBOS_ASSERT(pipe != nullptr);
    std::string output;
    std::array<char, 65536> block{};
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe))
        output.append(block.data(), count);
    return {::pclose(pipe), output};
}

}  // namespace phobos::io::testing
