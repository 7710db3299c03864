// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "backend/process/descriptor.h"

namespace phobos::host {

/// A file's first bytes in the memory of the process, shared with all who map it.
class Mapping {
public:
    static std::optional<Mapping> make(const process::Descriptor& file, std::size_t bytes) {
        void* const base = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
        if (base == MAP_FAILED) return std::nullopt;
        return Mapping(static_cast<std::byte*>(base), bytes);
    }

    Mapping() = default;
    Mapping(Mapping&& other) noexcept : base_(std::exchange(other.base_, nullptr)), bytes_(other.bytes_) {}
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(base_, other.base_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() {
        if (base_ != nullptr) ::munmap(base_, bytes_);
    }

    [[nodiscard]] std::byte* data() const { return base_; }
    [[nodiscard]] std::size_t size() const { return bytes_; }

private:
    Mapping(std::byte* base, std::size_t bytes) : base_(base), bytes_(bytes) {}

    std::byte* base_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace phobos::host
