// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/stack.h"

#include <sys/mman.h>

namespace phobos::host {
namespace {

constexpr std::size_t guard_bytes = 4096;

}  // namespace

std::optional<Stack> Stack::make() {
    void* const base = ::mmap(nullptr, guard_bytes + bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) return std::nullopt;
    Stack stack(static_cast<std::byte*>(base));
    if (::mprotect(base, guard_bytes, PROT_NONE) != 0) return std::nullopt;
    return stack;
}

Stack::~Stack() {
    if (base_ != nullptr) ::munmap(base_, guard_bytes + bytes);
}

std::byte* Stack::bottom() const { return base_ + guard_bytes; }

}  // namespace phobos::host
