// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lang/base/result.h"

namespace phobos::process {

/// Whether a library leaves the process with the object that opened it. One that keeps what it has allocated stays.
enum class Unloading : std::uint8_t { with_its_owner, never };

/// A library that was opened at run time.
class SharedLibrary {
public:
    /// A file, or a name that the system's loader resolves. Fails with the loader's reason.
    static Result<SharedLibrary, std::string> open(const std::string& name, Unloading unloading);

    /// Null where it has no such function.
    template <class Function>
    [[nodiscard]] Function function(const char* symbol) const {
        return reinterpret_cast<Function>(find(symbol));
    }

    /// Its file without links, as far as the loader tells it.
    [[nodiscard]] std::string path() const;

private:
    struct Close {
        void operator()(void* handle) const;
    };
    using Handle = std::unique_ptr<void, Close>;

    SharedLibrary(Handle handle, std::string name) : handle_(std::move(handle)), name_(std::move(name)) {}
    [[nodiscard]] void* find(const char* symbol) const;

    Handle handle_;
    std::string name_;
};

}  // namespace phobos::process
