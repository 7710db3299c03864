// SPDX-License-Identifier: Apache-2.0
#include "engine/io/staged_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace phobos::io {
namespace {

using diagnostics::Code;

constexpr std::size_t largest_step = std::size_t{1} << 26;  // between two looks at the signals
constexpr std::array held_signals{SIGHUP, SIGINT, SIGTERM};
constexpr std::string_view interrupted = "the program is being ended";

std::string reason(int number) { return std::system_category().message(number); }

Failure<Error> unwritable(const std::string& path, std::string_view why) {
    return Failure{Error{Code::file_unwritable, fmt::format("cannot write '{}': {}", path, why)}};
}

bool is_ignored(int signal) {
    struct sigaction action{};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Whether a signal waits that will end the process as soon as it is let through.
bool is_to_end() {
    sigset_t waiting;
    ::sigemptyset(&waiting);
    ::sigpending(&waiting);
    return std::ranges::any_of(held_signals,
                               [&](int signal) { return ::sigismember(&waiting, signal) == 1 && !is_ignored(signal); });
}

std::optional<std::string> write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), std::min(bytes.size(), largest_step));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return reason(errno);
        if (is_to_end()) return std::string(interrupted);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::optional<std::string> real(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> found(::realpath(path.c_str(), nullptr), &std::free);
    if (!found) return std::nullopt;
    return std::string(found.get());
}

/// Where the content goes: symbolic links are followed, also one to a file that is yet to be, so that they stay links.
std::string resolved(std::string path) {
    constexpr int most_links = 40;
    for (int links = 0; links < most_links; ++links) {
        std::error_code failed;
        const std::filesystem::path to = std::filesystem::read_symlink(path, failed);
        if (failed || real(path)) break;
        path = to.is_absolute() ? to.string() : folder_of(path) + "/" + to.string();
    }
    if (const auto found = real(path)) return *found;
    const auto folder = real(folder_of(path));
    return folder ? *folder + "/" + path.substr(path.rfind('/') + 1) : path;
}

std::optional<std::string> write_in_place(const std::string& path, std::span<const std::span<const std::byte>> pieces) {
    const auto own = own_descriptor(path);
    const Descriptor file(own ? ::dup(*own) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) return reason(errno);
    for (const auto piece : pieces)
        if (auto why = write_all(file.number(), piece)) return why;
    return std::nullopt;
}

struct Temporary {
    Descriptor file;
    std::string path;  ///< empty without a name
};

std::string own_path(const Descriptor& file) { return fmt::format("/proc/self/fd/{}", file.number()); }

/// The first free temporary name of a folder for which `take` gives 0 instead of the number of an error.
template <class Take>
Result<std::string, std::string> take_name(const std::string& folder, const Take& take) {
    constexpr int most_attempts = 1000;
    for (int attempt = 0;; ++attempt) {
        std::string path = fmt::format("{}/.phobos-{}-{}.tmp", folder, ::getpid(), attempt);
        const int failed = take(path);
        if (failed == 0) return path;
        if (failed != EEXIST || attempt == most_attempts) return Failure{reason(failed)};
    }
}

/// Nothing where the file system offers none, or no way to give it a name later.
std::optional<Temporary> create_unnamed(const std::string& folder, mode_t mode) {
    Descriptor file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode));
    if (!file.is_open() || ::access(own_path(file).c_str(), F_OK) != 0) return std::nullopt;
    return Temporary{std::move(file), ""};
}

Result<Temporary, std::string> create_named(const std::string& folder, mode_t mode) {
    Descriptor file(-1);
    auto path = take_name(folder, [&](const std::string& name) {
        file = Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        return file.is_open() ? 0 : errno;
    });
    if (!path) return Failure{path.error()};
    return Temporary{std::move(file), std::move(*path)};
}

Result<Temporary, std::string> create_temporary(const std::string& folder, mode_t mode, Staging staging) {
    if (staging == Staging::unnamed_if_possible)
        if (auto unnamed = create_unnamed(folder, mode)) return std::move(*unnamed);
    return create_named(folder, mode);
}

/// 0, or the number of the error.
int link_unnamed(const Descriptor& file, const std::string& path) {
    const int linked = ::linkat(AT_FDCWD, own_path(file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
    return linked == 0 ? 0 : errno;
}

std::optional<std::string> fill(const Descriptor& file, std::span<const std::span<const std::byte>> pieces) {
    for (const auto piece : pieces)
        if (auto why = write_all(file.number(), piece)) return why;
    if (::fsync(file.number()) != 0) return reason(errno);
    if (is_to_end()) return std::string(interrupted);
    return std::nullopt;
}

}  // namespace

SignalsHeld::SignalsHeld() {
    sigset_t held;
    ::sigemptyset(&held);
    for (const int signal : held_signals) ::sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

std::optional<int> own_descriptor(const std::string& path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(prefix)) continue;
        int number = 0;
        const char* const end = path.data() + path.size();
        const auto read = std::from_chars(path.data() + prefix.size(), end, number);
        if (read.ec == std::errc{} && read.ptr == end && number >= 0) return number;
    }
    return std::nullopt;
}

bool is_written_in_place(const std::string& path) {
    if (own_descriptor(path)) return true;
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

Result<StagedFile, Error> StagedFile::stage(const std::string& path, std::span<const std::span<const std::byte>> pieces,
                                            Staging staging) {
    if (is_written_in_place(path)) {
        if (const auto why = write_in_place(path, pieces)) return unwritable(path, *why);
        return StagedFile(path, Descriptor(-1), "");
    }
    struct stat status{};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) return unwritable(path, reason(errno));
    if (exists && S_ISDIR(status.st_mode)) return unwritable(path, "it is a folder");
    if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return unwritable(path, reason(errno));

    const std::string target = resolved(path);
    auto temporary = create_temporary(folder_of(target), 0666, staging);
    if (!temporary) return unwritable(path, temporary.error());
    StagedFile staged(target, std::move(temporary->file), std::move(temporary->path));
    if (const auto why = fill(staged.file_, pieces)) return unwritable(path, *why);
    if (exists && ::fchmod(staged.file_.number(), status.st_mode & 07777) != 0) return unwritable(path, reason(errno));
    return staged;
}

StagedFile::~StagedFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<Done, Error> StagedFile::commit() && {
    if (!file_.is_open()) return Done{};
    const std::string folder = folder_of(target_);
    if (temporary_.empty()) {
        const int failed = link_unnamed(file_, target_);
        if (failed != 0 && failed != EEXIST) return unwritable(target_, reason(failed));
        if (failed == EEXIST) {
            auto name = take_name(folder, [&](const std::string& path) { return link_unnamed(file_, path); });
            if (!name) return unwritable(target_, name.error());
            temporary_ = std::move(*name);
        }
    }
    if (!temporary_.empty() && ::rename(temporary_.c_str(), target_.c_str()) != 0)
        return unwritable(target_, reason(errno));
    temporary_.clear();
    // The new name should outlive a crash too; a file system that cannot sync a folder is no failure.
    const Descriptor place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (place.is_open()) ::fsync(place.number());
    return Done{};
}

bool same_file(const std::string& a, const std::string& b) {
    const auto first = own_descriptor(a);
    const auto second = own_descriptor(b);
    if (first || second) return first == second;
    return resolved(a) == resolved(b);
}

Result<Done, Error> write_file(const std::string& path, std::span<const std::span<const std::byte>> pieces) {
    std::optional<SignalsHeld> held;
    if (!is_written_in_place(path)) held.emplace();
    auto staged = StagedFile::stage(path, pieces);
    if (!staged) return Failure{staged.error()};
    return std::move(*staged).commit();
}

Result<Done, Error> write_file(const std::string& path, std::span<const std::byte> bytes) {
    return write_file(path, std::span(&bytes, 1));
}

}  // namespace phobos::io
