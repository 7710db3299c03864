// SPDX-License-Identifier: Apache-2.0
#include "engine/io/spool.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/io/checksum.h"

namespace phobos::io {
namespace {

constexpr std::size_t most_few = std::size_t{1} << 16;

/// In the folder, with no name once it is open.
Descriptor nameless_file(const std::string& folder) {
    Descriptor file(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
    if (file.is_open()) return file;
    std::string path = folder + "/.phobos-spool-XXXXXX";
    file = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
    if (file.is_open()) ::unlink(path.c_str());
    return file;
}

}  // namespace

MappedFile::MappedFile(const Descriptor& file, std::uint64_t bytes) {
    void* const at = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (at != MAP_FAILED) bytes_ = {static_cast<std::byte*>(at), bytes};
}

MappedFile::~MappedFile() {
    if (is_mapped()) ::munmap(bytes_.data(), bytes_.size());
}

void Spool::append(std::span<const std::byte> bytes) {
    if (failure_) return;
    bytes_ += bytes.size();
    crc_ = crc_of(bytes, crc_);
    if (!file_.is_open() && few_.size() + bytes.size() <= most_few) {
        few_.insert(few_.end(), bytes.begin(), bytes.end());
        return;
    }
    if (!few_.empty()) failure_ = keep(std::exchange(few_, {}));
    if (!failure_) failure_ = keep(bytes);
}

std::optional<Error> Spool::keep(std::span<const std::byte> bytes) {
    const auto failure = [&] {
        return Error{diagnostics::Code::file_unwritable,
                     fmt::format("cannot keep data in '{}': {}", folder_, std::system_category().message(errno))};
    };
    if (!file_.is_open()) file_ = nameless_file(folder_);
    if (!file_.is_open()) return failure();
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return failure();
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

Result<std::span<const std::byte>, Error> Spool::content() {
    if (failure_) return Failure{*failure_};
    if (!file_.is_open()) return std::span<const std::byte>(few_);
    mapped_.reset();
    if (!mapped_.emplace(file_, bytes_).is_mapped())
        return Failure{Error{diagnostics::Code::file_unwritable, "there is no memory for what was kept in a file"}};
    return mapped_->bytes();
}

}  // namespace phobos::io
