// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/io/error.h"
#include "engine/io/file.h"
#include "lang/base/result.h"

namespace phobos::io {

/// Whether two paths lead to one file, however they are spelled and through whatever links; the files need not exist.
bool same_file(const std::string& a, const std::string& b);

/// Whether the path names an open descriptor of this process, as /dev/stdout and /dev/fd/1 do.
std::optional<int> own_descriptor(const std::string& path);

/// Whether bytes go there at once instead of replacing a file: a device, a pipe, an open descriptor of this process.
bool is_written_in_place(const std::string& path);

/// While it lives, SIGHUP, SIGINT and SIGTERM wait; they arrive at its end. For processes with one thread.
class SignalsHeld {
public:
    SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;
    ~SignalsHeld();

private:
    sigset_t before_;
};

/// What new content has until it is committed. A file without a name vanishes with the process, however that ends.
enum class Staging : std::uint8_t { unnamed_if_possible, named };

/// A file's complete new content, which replaces the file when committed and is gone when destroyed before that. It has
/// no name where the file system offers that, else a temporary one. What is written in place has its bytes at once.
class StagedFile {
public:
    /// Writes the pieces one after the other, and to the disk. Fails where the folder is missing or not writable, the
    /// target is a folder or write-protected, the disk is full, or a held signal is to end the process; then nothing
    /// remains.
    static Result<StagedFile, Error> stage(const std::string& path, std::span<const std::span<const std::byte>> pieces,
                                           Staging staging = Staging::unnamed_if_possible);
    StagedFile(StagedFile&& other) noexcept
        : target_(std::move(other.target_)),
          file_(std::move(other.file_)),
          temporary_(std::exchange(other.temporary_, {})) {}
    StagedFile& operator=(StagedFile&&) = delete;
    ~StagedFile();

    /// Puts the content in the file's place in one step.
    Result<Done, Error> commit() &&;

private:
    StagedFile(std::string target, Descriptor file, std::string temporary)
        : target_(std::move(target)), file_(std::move(file)), temporary_(std::move(temporary)) {}

    std::string target_;
    Descriptor file_;        ///< open until the content is committed
    std::string temporary_;  ///< empty when there is nothing to rename or remove
};

/// Stages and commits while signals are held: the file has all its new bytes or is as it was, and nothing lies beside
/// it.
Result<Done, Error> write_file(const std::string& path, std::span<const std::span<const std::byte>> pieces);
Result<Done, Error> write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace phobos::io
