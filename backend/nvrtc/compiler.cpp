// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/compiler.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/nvrtc/wire.h"
#include "backend/prelude/embedded.h"

namespace phobos::nvrtc {
namespace {

/// Changes with what wire.cpp makes of a Compiled.
constexpr std::string_view entry_form = "compiled 1";

std::string digest_of_headers(std::span<const Header> headers) {
    std::vector<std::string_view> parts;
    for (const Header& header : headers) {
        parts.emplace_back(header.name);
        parts.emplace_back(header.text);
    }
    return spelling(cache::digest_of(parts));
}

}  // namespace

std::vector<Header> prelude_headers() {
    std::vector<Header> headers;
    for (const prelude::EmbeddedFile& file : prelude::prelude_files())
        headers.push_back({std::string(file.name), std::string(file.text)});
    return headers;
}

Result<Compiler, LibraryFailure> Compiler::make(CompilerOptions options) {
    auto library = Library::open(options.library_names);
    if (!library) return Failure{library.error()};
    return Compiler(std::move(options), std::move(*library));
}

Compiler::Compiler(CompilerOptions options, Library library)
    : options_(std::move(options)), library_(std::move(library)), headers_digest_(digest_of_headers(options_.headers)) {
    if (options_.cache) cache_.emplace(*options_.cache);
    // Workers open the very library whose version is part of the keys.
    if (options_.pool) pool_.emplace(*options_.pool, wire::Setup{{library_.path()}, options_.headers});
}

cache::Digest Compiler::key_of(const Job& job) const {
    const std::string_view program = PHOBOS_VERSION;
    const std::string version = fmt::format("nvrtc {}.{} {}", library_.version().major, library_.version().minor,
                                            library_.path().substr(library_.path().rfind('/') + 1));
    const std::string flags = fmt::format("{}", fmt::join(flags_of(job), " "));
    const std::string_view parts[]{entry_form, program, version, flags, headers_digest_, job.name, job.entry, job.text};
    return cache::digest_of(parts);
}

std::vector<Compilation> Compiler::compile_now(std::span<const Job> jobs, process::Deadline end) {
    if (pool_) return pool_->compile(jobs, end);
    std::vector<Compilation> results;
    for (const Job& job : jobs) {
        if (end && process::Clock::now() >= *end)
            results.emplace_back(Failure{CompileFailure{
                FailureKind::time, fmt::format("compiling '{}': the time for it was over", job.name), "", {}}});
        else
            results.push_back(nvrtc::compile(library_, options_.headers, job));
    }
    return results;
}

CompiledBatch Compiler::compile(std::span<const Job> jobs, process::Deadline end) {
    CompiledBatch batch;
    std::vector<std::optional<Compilation>> results(jobs.size());
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto bytes = cache_ ? cache_->find(key_of(jobs[i])) : std::nullopt;
        auto compiled = bytes ? wire::decode_compiled(*bytes) : std::nullopt;
        if (!compiled) {
            missing.push_back(i);
            continue;
        }
        ++batch.from_cache;
        results[i] = std::move(*compiled);
    }
    // In pieces, so that a process that is ended loses little of what it had compiled.
    const int at_once = options_.pool ? std::max(1, options_.pool->workers) : 1;
    const std::size_t piece = cache_ ? std::size_t{32} * static_cast<std::size_t>(at_once) : missing.size();
    for (std::size_t begin = 0; begin < missing.size(); begin += piece) {
        const std::span<const std::size_t> indices =
            std::span(missing).subspan(begin, std::min(piece, missing.size() - begin));
        std::vector<Job> work;
        for (const std::size_t index : indices) work.push_back(jobs[index]);
        std::vector<Compilation> fresh = compile_now(work, end);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            if (cache_ && fresh[i].has_value()) {
                const auto stored = cache_->store(key_of(work[i]), wire::encode(*fresh[i]));
                if (!stored && !batch.cache_trouble) batch.cache_trouble = stored.error();
            }
            results[indices[i]] = std::move(fresh[i]);
        }
    }
    for (std::optional<Compilation>& result : results) batch.results.push_back(std::move(*result));
    return batch;
}

}  // namespace phobos::nvrtc
