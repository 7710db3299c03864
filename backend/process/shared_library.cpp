// SPDX-License-Identifier: Apache-2.0
#include "backend/process/shared_library.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace phobos::process {

Result<SharedLibrary, std::string> SharedLibrary::open(const std::string& name, Unloading unloading) {
    const int stays = unloading == Unloading::never ? RTLD_NODELETE : 0;
    Handle handle(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | stays));
    if (handle) return SharedLibrary(std::move(handle), name);
    const char* const reason = ::dlerror();
    return Failure{std::string(reason == nullptr ? name + ": it cannot be opened" : reason)};
}

void SharedLibrary::Close::operator()(void* handle) const { ::dlclose(handle); }

void* SharedLibrary::find(const char* symbol) const { return ::dlsym(handle_.get(), symbol); }

std::string SharedLibrary::path() const {
    const struct link_map* map = nullptr;
    std::error_code failed;
    if (::dlinfo(handle_.get(), RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0 && map != nullptr) {
        const auto path = std::filesystem::canonical(map->l_name, failed);
        if (!failed) return path.string();
    }
    return name_;
}

}  // namespace phobos::process
