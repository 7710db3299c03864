// SPDX-License-Identifier: Apache-2.0
#include "backend/nvrtc/library.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace phobos::nvrtc {
namespace {

using Kind = LibraryFailure::Kind;

/// Fills the table; the first function that is missing.
struct Lookup {
    Api api;
    std::optional<std::string> missing;
};

Lookup look_up(const process::SharedLibrary& library) {
    Lookup lookup;
    const auto check = [&](bool is_there, std::string_view symbol) {
        if (!is_there && !lookup.missing) lookup.missing = std::string(symbol);
    };
#define PHOBOS_NVRTC_FUNCTION(member, symbol, ...)                              \
    lookup.api.member = library.function<decltype(lookup.api.member)>(#symbol); \
    check(lookup.api.member != nullptr, #symbol);
#include "backend/nvrtc/functions.def"
#undef PHOBOS_NVRTC_FUNCTION
    return lookup;
}

std::vector<int> architectures_of(const Api& api) {
    int count = 0;
    if (api.architecture_count(&count) != Status::success || count <= 0) return {};
    std::vector<int> numbers(static_cast<std::size_t>(count));
    if (api.architectures(numbers.data()) != Status::success) return {};
    std::ranges::sort(numbers);
    return numbers;
}

}  // namespace

std::vector<std::string> default_library_names() {
    return {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"};
}

Result<Library, LibraryFailure> Library::open_one(const std::string& name) {
    // It stays loaded: its caches are freed at no time, and must stay reachable.
    auto opened = process::SharedLibrary::open(name, process::Unloading::never);
    if (!opened) return Failure{LibraryFailure{Kind::missing, std::move(opened.error())}};
    const Lookup lookup = look_up(*opened);
    Version version;
    const bool tells_version =
        lookup.api.version != nullptr && lookup.api.version(&version.major, &version.minor) == Status::success;
    if (tells_version && version < oldest_version)
        return Failure{LibraryFailure{
            Kind::too_old, fmt::format("{}: release {}.{} is too old, {}.{} or a later one is needed", name,
                                       version.major, version.minor, oldest_version.major, oldest_version.minor)}};
    if (lookup.missing)
        return Failure{LibraryFailure{Kind::incomplete, fmt::format("{}: it has no {}", name, *lookup.missing)}};
    if (!tells_version) return Failure{LibraryFailure{Kind::incomplete, name + ": it does not tell its version"}};
    std::string path = opened->path();
    std::vector<int> architectures = architectures_of(lookup.api);
    return Library(std::move(*opened), lookup.api, version, std::move(path), std::move(architectures));
}

Result<Library, LibraryFailure> Library::open(std::span<const std::string> names) {
    LibraryFailure failure{Kind::missing, ""};
    for (const std::string& name : names) {
        auto library = open_one(name);
        if (library) return library;
        failure.kind = std::max(failure.kind, library.error().kind);
        failure.text += (failure.text.empty() ? "" : "; ") + library.error().text;
    }
    failure.text = fmt::format("no usable libnvrtc: {}", failure.text.empty() ? "no name was given" : failure.text);
    return Failure{std::move(failure)};
}

}  // namespace phobos::nvrtc
