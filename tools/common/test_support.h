// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/named_launch.h"
#include "engine/io/npy.h"
#include "engine/io/staged_file.h"
#include "engine/tensor.h"
#include "lang/base/assert.h"

/// What the tests that start our programs share.
namespace phobos::tools::testing {

struct Ended {
    int code = -1;  ///< 128 and the signal for a program that was killed
    std::string out;
    std::string err;
};

/// A new folder that programs are started in, removed at the end.
class Workplace {
public:
    Workplace() : path_((std::filesystem::temp_directory_path() / "phobos-tools-XXXXXX").string()) {
        PHOBOS_ASSERT(::mkdtemp(path_.data()) != nullptr);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    ~Workplace() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string file(std::string_view name) const { return fmt::format("{}/{}", path_, name); }
    void put(std::string_view name, std::string_view text) const {
        std::ofstream(file(name), std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
    }
    [[nodiscard]] bool has(std::string_view name) const { return std::filesystem::exists(file(name)); }
    [[nodiscard]] std::string contents(std::string_view name) const {
        std::ifstream stream(file(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    }
    /// The names in the folder: shows what a failed run leaves behind.
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
    }

    /// Writes a .npy of literals in row order.
    void put_npy(std::string_view name, ScalarType type, io::Shape shape,
                 const std::vector<std::string>& literals) const {
        io::Elements elements{std::move(shape), {literals.begin(), literals.end()}};
        const auto tensor = io::tensor_of(elements, type);
        PHOBOS_ASSERT(tensor.has_value());
        PHOBOS_ASSERT(io::write_file(file(name), io::encode_npy(*tensor)).has_value());
    }
    [[nodiscard]] engine::Tensor npy(std::string_view name, ScalarType type) const {
        auto bytes = io::read_file(file(name));
        PHOBOS_ASSERT(bytes.has_value());
        auto tensor = io::read_npy(std::move(*bytes), type);
        PHOBOS_ASSERT(tensor.has_value());
        return std::move(*tensor);
    }

    /// Runs the shell's command line in the folder; its first word is one of our programs.
    [[nodiscard]] Ended run(std::string_view command) const {
        const std::string out = file(".out");
        const std::string err = file(".err");
        const std::string line = fmt::format("cd '{}' && PATH='{}':\"$PATH\" && {{ {} ; }} >'{}' 2>'{}'", path_,
                                             PHOBOS_BIN_DIR, command, out, err);
        const int status = std::system(line.c_str());
        Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(".out"),
                    contents(".err")};
        std::filesystem::remove(out);
        std::filesystem::remove(err);
        return ended;
    }

private:
    std::string path_;
};

}  // namespace phobos::tools::testing
