// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backend/emit/emit.h"
#include "backend/host/scratch.h"
#include "backend/process/stream.h"
#include "engine/outcome.h"
#include "lang/base/result.h"

/// Emitted texts to libraries, by the system's C++ compiler.
namespace phobos::host {

/// How far the compiler goes.
enum class Optimising : std::uint8_t { none, full };

/// A kernel's text and the entry it defines.
struct Unit {
    std::string entry;
    std::string text;
};

/// A library of kernels in a file, which is removed at the end.
class LibraryFile {
public:
    explicit LibraryFile(std::filesystem::path path) : path_(std::move(path)) {}
    LibraryFile(const LibraryFile&) = delete;
    LibraryFile& operator=(const LibraryFile&) = delete;
    ~LibraryFile();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The library that has a kernel, together with others; or the outcome of launching one without.
using Built = Result<std::shared_ptr<const LibraryFile>, engine::Outcome>;

class Compiler {
public:
    /// So many kernels are compiled at once: the prelude is then read once for them.
    static constexpr std::size_t batch_units = 128;

    struct Options {
        std::string command;                   ///< found in PATH
        std::filesystem::path supervisor;      ///< the program phobos-host-worker
        std::chrono::milliseconds time_limit;  ///< of one batch
        int jobs;                              ///< batches compiled at once
        Optimising optimising = Optimising::none;
        emit::Collectives collectives = emit::Collectives::exchanges;  ///< in all units
    };

    /// `scratch` is kept as long as the compiler and its libraries; the headers are written into it. Fails with a
    /// sentence.
    static Result<std::unique_ptr<Compiler>, std::string> make(const std::filesystem::path& scratch, Options options);

    /// By unit. Where the compiler refuses a batch, the units at fault are found; the others are built. What is not
    /// built by the deadline has reached the limit of time, and no compiler runs any more.
    [[nodiscard]] std::vector<Built> build(std::span<const Unit> units, process::Deadline end);

private:
    Compiler(std::filesystem::path scratch, Options options)
        : scratch_(std::move(scratch)), options_(std::move(options)) {}

    void build_batch(std::span<const Unit> units, std::span<Built> built, process::Deadline end);
    void split(std::span<const Unit> units, std::span<Built> built, const engine::Outcome& refused,
               process::Deadline end);
    [[nodiscard]] Built compile(std::span<const Unit> units, process::Deadline end);
    [[nodiscard]] std::vector<std::string> command_line(const std::filesystem::path& source,
                                                        const std::filesystem::path& output) const;

    std::filesystem::path scratch_;
    Options options_;
    std::atomic<std::uint64_t> next_library_ = 0;
};

}  // namespace phobos::host
