// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/library.h"

#include <dlfcn.h>

#include <algorithm>

#include "backend/host/worker/names.h"

namespace phobos::host {
namespace {

constexpr std::size_t most_loaded = 8;

std::string last_error() {
    const char* const text = ::dlerror();
    return text == nullptr ? "no reason is given" : text;
}

}  // namespace

Result<Library, std::string> Library::load(const std::string& path, ph::host::Table& table) {
    void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return Failure{last_error()};
    Library library(path, handle);
    const auto attach = reinterpret_cast<ph::host::Attach>(::dlsym(handle, attach_name));
    if (attach == nullptr) return Failure{last_error()};
    attach(&table);
    return library;
}

Library::~Library() {
    if (handle_ != nullptr) ::dlclose(handle_);
}

ph::host::Entry Library::entry(const std::string& kernel) const {
    return reinterpret_cast<ph::host::Entry>(::dlsym(handle_, entry_name(kernel).c_str()));
}

Result<const Library*, std::string> Libraries::get(const std::string& path) {
    const auto found = std::ranges::find(loaded_, path, &Library::path);
    if (found != loaded_.end()) {
        loaded_.splice(loaded_.begin(), loaded_, found);
        return &loaded_.front();
    }
    auto library = Library::load(path, table_);
    if (!library) return Failure{std::move(library.error())};
    loaded_.push_front(std::move(*library));
    if (loaded_.size() > most_loaded) loaded_.pop_back();
    return &loaded_.front();
}

}  // namespace phobos::host
