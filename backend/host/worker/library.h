// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <string>
#include <utility>

#include "backend/prelude/host_table.h"
#include "backend/process/shared_library.h"
#include "lang/base/result.h"

namespace phobos::host {

/// A library of kernels that is loaded and attached to a table.
class Library {
public:
    static Result<Library, std::string> load(const std::string& path, ph::host::Table& table);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Null where it has no such kernel.
    [[nodiscard]] ph::host::Entry entry(const std::string& kernel) const;

private:
    Library(std::string path, process::SharedLibrary library) : path_(std::move(path)), library_(std::move(library)) {}

    std::string path_;
    process::SharedLibrary library_;
};

/// The libraries that were used last; the others are unloaded.
class Libraries {
public:
    explicit Libraries(ph::host::Table& table) : table_(table) {}

    Result<const Library*, std::string> get(const std::string& path);

private:
    ph::host::Table& table_;
    std::list<Library> loaded_;  ///< the one used last comes first
};

}  // namespace phobos::host
