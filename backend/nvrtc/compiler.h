// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/cache/digest.h"
#include "backend/cache/disk_cache.h"
#include "backend/nvrtc/compile.h"
#include "backend/nvrtc/library.h"
#include "backend/nvrtc/pool.h"
#include "lang/base/result.h"

namespace phobos::nvrtc {

/// The headers that emitted texts include.
std::vector<Header> prelude_headers();

struct CompilerOptions {
    std::vector<std::string> library_names = default_library_names();
    std::vector<Header> headers = prelude_headers();
    std::optional<cache::CacheOptions> cache;  ///< without: everything is compiled each time
    std::optional<PoolOptions> pool;           ///< without: in this process, one text after the other
};

/// What one call of compile gave.
struct CompiledBatch {
    std::vector<Compilation> results;  ///< in the order of the jobs
    std::size_t from_cache = 0;
    std::optional<std::string> cache_trouble;  ///< why a result could not be kept; the results are none the worse
};

/// Compiles each text once: results come from the cache where one is given and the text, the headers, the flags, the
/// library and this program are those of an earlier time.
class Compiler {
public:
    /// Fails where there is no usable library.
    static Result<Compiler, LibraryFailure> make(CompilerOptions options);

    [[nodiscard]] const Library& library() const { return library_; }

    /// At the deadline workers are ended; without workers the compiler takes the time it needs for a text that it has
    /// begun.
    CompiledBatch compile(std::span<const Job> jobs, process::Deadline end = std::nullopt);

private:
    Compiler(CompilerOptions options, Library library);

    [[nodiscard]] cache::Digest key_of(const Job& job) const;
    std::vector<Compilation> compile_now(std::span<const Job> jobs, process::Deadline end);

    CompilerOptions options_;
    Library library_;
    std::string headers_digest_;
    std::optional<cache::DiskCache> cache_;
    std::optional<WorkerPool> pool_;
};

}  // namespace phobos::nvrtc
