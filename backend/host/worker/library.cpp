// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/library.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "backend/host/worker/names.h"

namespace phobos::host {
namespace {

constexpr std::size_t most_loaded = 8;

}  // namespace

Result<Library, std::string> Library::load(const std::string& path, ph::host::Table& table) {
    auto library = process::SharedLibrary::open(path, process::Unloading::with_its_owner);
    if (!library) return Failure{std::move(library.error())};
    const auto attach = library->function<ph::host::Attach>(attach_name);
    if (attach == nullptr) return Failure{fmt::format("{} has no {}", path, attach_name)};
    attach(&table);
    return Library(path, std::move(*library));
}

ph::host::Entry Library::entry(const std::string& kernel) const {
    return library_.function<ph::host::Entry>(entry_name(kernel).c_str());
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
