// SPDX-License-Identifier: Apache-2.0
#include "backend/device/driver.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace phobos::device {
namespace {

using Kind = Unavailable::Kind;

/// Fills the table; fails with the first function that is missing.
Result<Api, std::string> look_up(const process::SharedLibrary& library) {
    Api api;
    std::optional<std::string> missing;
#define PHOBOS_DRIVER_FUNCTION(member, symbol, ...)               \
    api.member = library.function<decltype(api.member)>(#symbol); \
    if (api.member == nullptr && !missing) missing = #symbol;
#include "backend/device/functions.def"
#undef PHOBOS_DRIVER_FUNCTION
    if (missing) return Failure{*std::move(missing)};
    return api;
}

/// "12.4" of 12040
std::string spelling_of_version(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

}  // namespace

std::vector<std::string> default_driver_names() { return {"libcuda.so.1", "libcuda.so"}; }

Result<Driver, Unavailable> Driver::load(std::span<const std::string> names) {
    std::string tried;
    for (const std::string& name : names) {
        auto library = process::SharedLibrary::open(name, process::Unloading::with_its_owner);
        if (!library) {
            tried += fmt::format("{}{}", tried.empty() ? "" : "; ", library.error());
            continue;
        }
        auto api = look_up(*library);
        if (!api) return Failure{Unavailable{Kind::incomplete, fmt::format("{} has no {}", name, api.error())}};
        return Driver(std::move(*library), *api);
    }
    return Failure{Unavailable{Kind::no_library, fmt::format("there is no driver of a GPU: {}", tried)}};
}

Result<Driver, Unavailable> Driver::open(std::span<const std::string> names) {
    auto driver = load(names);
    if (!driver) return driver;
    const Api& api = driver->api();
    if (const Status status = api.initialise(0); status == Status::no_device)
        return Failure{Unavailable{Kind::no_device, "the driver knows no device"}};
    else if (status != Status::success)
        return Failure{
            Unavailable{Kind::no_driver, fmt::format("the driver does not start: {}", driver->text_of(status))}};
    if (const Status status = api.driver_version(&driver->version_); status != Status::success)
        return Failure{
            Unavailable{Kind::no_driver, fmt::format("the driver tells no version: {}", driver->text_of(status))}};
    if (driver->version_ < oldest_driver_version)
        return Failure{Unavailable{Kind::too_old, fmt::format("the driver is for CUDA {}, {} or a later one is needed",
                                                              spelling_of_version(driver->version_),
                                                              spelling_of_version(oldest_driver_version))}};
    if (api.device_count(&driver->devices_) != Status::success || driver->devices_ == 0)
        return Failure{Unavailable{Kind::no_device, "the driver knows no device"}};
    return driver;
}

std::string Driver::text_of(Status status) const {
    const char* name = nullptr;
    const char* text = nullptr;
    if (api_.error_name(status, &name) != Status::success || name == nullptr)
        return fmt::format("error {} of the driver", static_cast<int>(status));
    if (api_.error_text(status, &text) != Status::success || text == nullptr) return name;
    return fmt::format("{}: {}", name, text);
}

}  // namespace phobos::device
