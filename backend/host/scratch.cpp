// SPDX-License-Identifier: Apache-2.0
#include "backend/host/scratch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace phobos::host {
namespace {

constexpr std::string_view prefix = "phobos-host-";

std::string reason() { return std::system_category().message(errno); }

/// 0, or the number of the error.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

/// A folder that is open and locked for as long; not open where it is not there, no folder or locked by another. Who
/// locks it in vain for a reason of the file system has it open all the same.
process::Descriptor locked(const std::filesystem::path& path, int operation) {
    process::Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.is_open()) return folder;
    int failed = 0;
    do failed = ::flock(folder.number(), operation);
    while (failed != 0 && errno == EINTR);
    const bool has_no_locks = failed != 0 && errno != EWOULDBLOCK;
    if (failed == 0 || (has_no_locks && (operation & LOCK_NB) == 0)) return folder;
    return process::Descriptor();
}

/// Whether the open folder is the one at the path still.
bool is_at(const process::Descriptor& folder, const std::filesystem::path& path) {
    struct stat open{};
    struct stat there{};
    return folder.is_open() && ::fstat(folder.number(), &open) == 0 && ::stat(path.c_str(), &there) == 0 &&
           open.st_dev == there.st_dev && open.st_ino == there.st_ino;
}

bool is_ours(const process::Descriptor& folder) {
    struct stat status{};
    return ::fstat(folder.number(), &status) == 0 && status.st_uid == ::geteuid();
}

}  // namespace

Result<Scratch, std::string> Scratch::make(const std::filesystem::path& parent) {
    for (;;) {
        std::string path = (parent / (std::string(prefix) + "XXXXXX")).string();
        if (::mkdtemp(path.data()) == nullptr)
            return Failure{fmt::format("cannot make a folder in '{}': {}", parent.string(), reason())};
        auto lock = locked(path, LOCK_EX);
        // Another process may have taken it for abandoned before it was locked.
        if (is_at(lock, path)) return Scratch(std::filesystem::path(path), std::move(lock));
    }
}

Result<Scratch, std::string> Scratch::make(const std::filesystem::path& parent,
                                           const std::filesystem::path& worker_program) {
    auto scratch = make(parent);
    if (!scratch) return scratch;
    auto keeper = process::keep(worker_program.string(), scratch->path());
    if (keeper) scratch->keeper_ = std::move(*keeper);
    return scratch;
}

Scratch::Scratch(Scratch&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)), keeper_(std::move(other.keeper_)) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    std::swap(keeper_, other.keeper_);
    return *this;
}

Scratch::~Scratch() {
    if (path_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void remove_abandoned(const std::filesystem::path& parent) {
    std::error_code error;
    std::vector<std::filesystem::path> found;
    for (std::filesystem::directory_iterator each(parent, error), end; !error && each != end; each.increment(error))
        if (each->path().filename().string().starts_with(prefix)) found.push_back(each->path());
    for (const std::filesystem::path& path : found) {
        const auto lock = locked(path, LOCK_EX | LOCK_NB);
        if (lock.is_open() && is_ours(lock)) std::filesystem::remove_all(path, error);
    }
}

Result<Done, std::string> write_file(const std::filesystem::path& path, std::string_view text) {
    const process::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file.is_open()) return Failure{fmt::format("cannot write '{}': {}", path.string(), reason())};
    if (const int number = write_all(file.number(), text); number != 0) {
        ::unlink(path.c_str());
        return Failure{fmt::format("cannot write '{}': {}", path.string(), std::system_category().message(number))};
    }
    return Done{};
}

}  // namespace phobos::host
