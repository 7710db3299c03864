// SPDX-License-Identifier: Apache-2.0
#include "backend/host/scratch.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "backend/host/worker/descriptor.h"

namespace phobos::host {
namespace {

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

}  // namespace

Result<Scratch, std::string> Scratch::make(const std::filesystem::path& parent) {
    std::string path = (parent / "phobos-host-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr)
        return Failure{fmt::format("cannot make a folder in '{}': {}", parent.string(), reason())};
    return Scratch(std::filesystem::path(path));
}

Scratch::Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

Scratch::~Scratch() {
    if (path_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Result<Done, std::string> write_file(const std::filesystem::path& path, std::string_view text) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file.is_open()) return Failure{fmt::format("cannot write '{}': {}", path.string(), reason())};
    if (const int number = write_all(file.number(), text); number != 0) {
        ::unlink(path.c_str());
        return Failure{fmt::format("cannot write '{}': {}", path.string(), std::system_category().message(number))};
    }
    return Done{};
}

}  // namespace phobos::host
