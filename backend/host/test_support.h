// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/host/workshop.h"
#include "lang/base/assert.h"

/// What tests of the host engine share: texts as they are emitted, run on words of memory.
namespace phobos::host::testing {

using namespace std::chrono_literals;

inline std::filesystem::path worker_program() { return std::filesystem::path(PHOBOS_BIN_DIR) / "phobos-host-worker"; }

/// A new folder, removed at the end.
inline Scratch folder() {
    auto made = Scratch::make(std::filesystem::temp_directory_path());
    PHOBOS_ASSERT(made.has_value());
    return std::move(*made);
}

/// A shell script that stands in for a program.
inline std::string script(const Scratch& scratch, std::string_view name, std::string_view body) {
    const std::filesystem::path path = scratch.path() / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
}

inline Compiler::Options compiler(std::string command = "g++", int jobs = 2) {
    return {std::move(command), worker_program(), 60s, jobs};
}

/// The text of a kernel of so many threads and lanes, whose only argument are words of 64 bits.
inline Unit kernel(std::string entry, int threads, std::string_view body, int lanes = 32) {
    std::string text =
        "#include \"backend/prelude/prelude.h\"\nusing namespace ph::types;\n\nextern \"C\" __global__ void ";
    text += "__launch_bounds__(" + std::to_string(threads) + ") " + entry + "(i64* words) {\n";
    text += "    ph::Cta<" + std::to_string(threads) + ", " + std::to_string(lanes) + "> ctx;\n";
    text += "    " + std::string(body) + "\n}\n";
    return {std::move(entry), std::move(text)};
}

/// Memory that a worker maps too.
class Words {
public:
    explicit Words(std::size_t count) : file_(::memfd_create("words", MFD_CLOEXEC)) {
        PHOBOS_ASSERT(::ftruncate(file_.number(), static_cast<off_t>(count * sizeof(std::int64_t))) == 0);
        auto mapping = Mapping::make(file_, count * sizeof(std::int64_t));
        PHOBOS_ASSERT(mapping.has_value());
        mapping_ = std::move(*mapping);
    }

    [[nodiscard]] std::span<std::int64_t> all() const {
        return {reinterpret_cast<std::int64_t*>(mapping_.data()), mapping_.size() / sizeof(std::int64_t)};
    }
    [[nodiscard]] std::vector<std::int64_t> first(std::size_t count) const {
        return {all().begin(), all().begin() + static_cast<std::ptrdiff_t>(count)};
    }
    [[nodiscard]] const process::Descriptor& file() const { return file_; }
    [[nodiscard]] std::uint64_t bytes() const { return mapping_.size(); }

private:
    process::Descriptor file_;
    Mapping mapping_;
};

inline Shape shape(int threads, std::int64_t blocks = 1, int lanes = 32) {
    return {{blocks, 1, 1}, threads, lanes, 4096, 0, Order::ascending, false};
}

}  // namespace phobos::host::testing
