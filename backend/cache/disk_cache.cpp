// SPDX-License-Identifier: Apache-2.0
#include "backend/cache/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/staged_file.h"

namespace phobos::cache {
namespace {

namespace fs = std::filesystem;

/// Entries lie in 16 folders by their first digit, and each folder keeps to its share of the limit: a store looks at
/// one folder only.
constexpr std::uint64_t shards = 16;
/// How much of a full folder stays.
constexpr std::uint64_t kept_of_ten = 8;
/// A writer needs no longer; what is older was left by one that was killed.
constexpr std::chrono::hours leftover_age{1};

/// The line before an entry's content.
std::string header(Digest key, std::string_view content) {
    return fmt::format("phobos-cache 1 {} {} {}\n", spelling(key), spelling(digest_of(content)), content.size());
}

struct Entry {
    fs::path path;
    std::uint64_t bytes;
    fs::file_time_type used;
    bool is_leftover;
};

/// What is in a folder; entries that another process removes meanwhile are left out.
std::vector<Entry> entries_of(const std::string& folder) {
    std::vector<Entry> entries;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code gone;
        const std::uint64_t bytes = at->file_size(gone);
        const fs::file_time_type used = gone ? fs::file_time_type() : at->last_write_time(gone);
        if (!gone) entries.push_back({at->path(), bytes, used, at->path().extension() == ".tmp"});
    }
    return entries;
}

void remove_entry(const fs::path& path) {
    std::error_code gone;
    fs::remove(path, gone);
}

}  // namespace

std::string DiskCache::shard(Digest key) const { return fmt::format("{}/{}", options_.folder, spelling(key).front()); }

std::string DiskCache::path(Digest key) const { return fmt::format("{}/{}", shard(key), spelling(key)); }

std::optional<std::string> DiskCache::find(Digest key) const {
    const std::string file = path(key);
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return std::nullopt;
    const auto bytes = io::read_file(file);
    if (!bytes) return std::nullopt;
    const std::string_view entry(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::size_t end = entry.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view content = entry.substr(end + 1);
    if (entry.substr(0, end + 1) != header(key, content)) return std::nullopt;
    ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
    return std::string(content);
}

Result<Done, std::string> DiskCache::store(Digest key, std::string_view content) const {
    const std::string line = header(key, content);
    if (line.size() + content.size() > options_.limit_bytes / shards)
        return Failure{fmt::format("an entry of {} bytes is too large for a cache of {} bytes",
                                   line.size() + content.size(), options_.limit_bytes)};
    const std::string folder = shard(key);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return Failure{fmt::format("cannot make the folder '{}': {}", folder, failed.message())};
    const std::span<const std::byte> pieces[]{std::as_bytes(std::span(line)), std::as_bytes(std::span(content))};
    auto staged = io::StagedFile::stage(path(key), pieces);
    if (!staged) return Failure{staged.error().text};
    if (auto done = std::move(*staged).commit(); !done) return Failure{done.error().text};
    trim(folder, path(key));
    return Done{};
}

/// Removes what killed writers left, and the entries used longest ago where the folder exceeds its share; the one that
/// was just stored stays.
void DiskCache::trim(const std::string& shard, const std::string& kept) const {
    std::vector<Entry> entries = entries_of(shard);
    const auto now = fs::file_time_type::clock::now();
    std::uint64_t total = 0;
    for (const Entry& entry : entries) {
        total += entry.bytes;
        if (entry.is_leftover && now - entry.used > leftover_age) remove_entry(entry.path);
    }
    const std::uint64_t share = options_.limit_bytes / shards;
    if (total <= share) return;
    std::ranges::sort(entries, {}, &Entry::used);
    for (const Entry& entry : entries) {
        if (total <= share / 10 * kept_of_ten) return;
        if (entry.is_leftover || entry.path == kept) continue;
        remove_entry(entry.path);
        total -= entry.bytes;
    }
}

}  // namespace phobos::cache
