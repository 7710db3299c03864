// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "backend/cache/digest.h"
#include "lang/base/result.h"

namespace phobos::cache {

struct CacheOptions {
    std::string folder;                                     ///< made where it is missing
    std::uint64_t limit_bytes = std::uint64_t{256} << 20U;  ///< of all entries; those used longest ago go first
};

/// Entries by key in a folder that any number of processes share. An entry appears whole or not at all, however a
/// writer ends; one that is not as it was written counts as missing, and the next store replaces it.
class DiskCache {
public:
    explicit DiskCache(CacheOptions options) : options_(std::move(options)) {}

    /// The content stored under the key. An entry that is found counts as used now.
    [[nodiscard]] std::optional<std::string> find(Digest key) const;

    /// Fails with the reason, a full disk for example; then the cache is as before.
    Result<Done, std::string> store(Digest key, std::string_view content) const;

private:
    [[nodiscard]] std::string shard(Digest key) const;
    [[nodiscard]] std::string path(Digest key) const;
    void trim(const std::string& shard, const std::string& kept) const;

    CacheOptions options_;
};

}  // namespace phobos::cache
