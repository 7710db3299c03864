// SPDX-License-Identifier: Apache-2.0
#include "backend/device/device.h"

#include <array>

#include <fmt/format.h>

namespace phobos::device {

Result<std::unique_ptr<Device>, std::string> Device::open(std::shared_ptr<const Driver> driver, int ordinal) {
    const Driver& opened = *driver;
    if (ordinal < 0 || ordinal >= opened.devices())
        return Failure{fmt::format("there is no device {}: the driver knows {}", ordinal, opened.devices())};
    int number = 0;
    if (const Status status = opened.api().device(&number, ordinal); status != Status::success)
        return Failure{opened.text_of(status)};
    std::unique_ptr<Device> device(new Device(std::move(driver), number));
    if (const Status status = device->start(); status != Status::success) return Failure{opened.text_of(status)};
    return device;
}

Status Device::start() {
    const Api& functions = driver_->api();
    int major = 0;
    int minor = 0;
    int shared_bytes = 0;
    int cooperative = 0;
    std::array<char, 256> name{};
    const std::array attributes{
        std::pair{DeviceAttribute::compute_capability_major, &major},
        std::pair{DeviceAttribute::compute_capability_minor, &minor},
        std::pair{DeviceAttribute::multiprocessors, &properties_.multiprocessors},
        std::pair{DeviceAttribute::shared_bytes_per_block, &shared_bytes},
        std::pair{DeviceAttribute::cooperative_launch, &cooperative},
    };
    for (const auto& [attribute, value] : attributes)
        if (const Status status = functions.device_attribute(value, attribute, device_); status != Status::success)
            return status;
    if (const Status status = functions.device_name(name.data(), static_cast<int>(name.size()) - 1, device_);
        status != Status::success)
        return status;
    properties_.name = name.data();
    properties_.architecture = fmt::format("sm_{}{}", major, minor);
    properties_.shared_bytes = static_cast<std::uint64_t>(shared_bytes);
    properties_.cooperative = cooperative != 0;
    if (const Status status = functions.retain_context(&context_, device_); status != Status::success) {
        context_ = nullptr;
        return status;
    }
    if (const Status status = functions.make_current(context_); status != Status::success) return status;
    return functions.create_stream(&stream_, stream_non_blocking);
}

bool Device::is_usable_after(Status error) {
    if (!lost_.empty()) return false;
    if (settle_copies() == Status::success) return true;
    give_up(driver_->text_of(error));
    return false;
}

Device::~Device() {
    // These wait for what runs, as giving memory back does; a kernel that could not be ended would keep them for ever.
    if (context_ == nullptr || !lost_.empty()) return;
    if (stream_ != nullptr) api().destroy_stream(stream_);
    driver_->api().release_context(device_);
}

Result<Memory, Status> Memory::allocate(const Device& device, std::size_t bytes) {
    Address address = 0;
    if (const Status status = device.api().allocate(&address, bytes); status != Status::success) return Failure{status};
    return Memory(device, address);
}

Memory::~Memory() {
    if (address_ != 0 && device_->lost().empty()) device_->api().free(address_);
}

Result<Kernel, Status> Kernel::load(const Device& device, const std::string& image, const std::string& entry,
                                    std::uint64_t shared_bytes) {
    // Above this a kernel has to ask for its shared memory.
    constexpr std::uint64_t unasked_bytes = 48U << 10U;
    const Api& api = device.api();
    ModuleHandle handle = nullptr;
    if (const Status status = api.load_module(&handle, image.c_str()); status != Status::success)
        return Failure{status};
    Module module(handle, Unload{&device});
    FunctionHandle function = nullptr;
    if (const Status status = api.function(&function, handle, entry.c_str()); status != Status::success)
        return Failure{status};
    if (shared_bytes > unasked_bytes) {
        const Status status = api.set_function_attribute(function, FunctionAttribute::dynamic_shared_bytes,
                                                         static_cast<int>(shared_bytes));
        if (status != Status::success) return Failure{status};
    }
    return Kernel(std::move(module), function);
}

Result<Stopwatch::Event, Status> Stopwatch::event(const Device& device) {
    EventHandle handle = nullptr;
    if (const Status status = device.api().create_event(&handle, 0); status != Status::success) return Failure{status};
    return Event(handle, Destroy{&device});
}

Result<Stopwatch, Status> Stopwatch::make(const Device& device) {
    auto begin = event(device);
    if (!begin) return Failure{begin.error()};
    auto end = event(device);
    if (!end) return Failure{end.error()};
    return Stopwatch(device, std::move(*begin), std::move(*end));
}

Result<float, Status> Stopwatch::stop() const {
    const Api& api = device_->api();
    float milliseconds = 0;
    if (const Status status = api.record_event(end_.get(), device_->stream()); status != Status::success)
        return Failure{status};
    if (const Status status = api.synchronise_event(end_.get()); status != Status::success) return Failure{status};
    if (const Status status = api.elapsed_time(&milliseconds, begin_.get(), end_.get()); status != Status::success)
        return Failure{status};
    return milliseconds;
}

}  // namespace phobos::device
