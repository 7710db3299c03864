// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "backend/device/driver.h"
#include "lang/base/result.h"

namespace phobos::device {

/// What a device offers to kernels.
struct Properties {
    std::string name;
    std::string architecture;  ///< as in sm_90
    int multiprocessors = 0;
    std::uint64_t shared_bytes = 0;  ///< of a CTA, at most
    bool cooperative = false;        ///< can keep all CTAs of a grid resident
};

/// One device with its primary context and a stream. It outlives everything that is made on it.
class Device {
public:
    /// Fails with what the driver says.
    static Result<std::unique_ptr<Device>, std::string> open(std::shared_ptr<const Driver> driver, int ordinal);
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device();

    [[nodiscard]] const Properties& properties() const { return properties_; }
    [[nodiscard]] const Driver& driver() const { return *driver_; }
    [[nodiscard]] StreamHandle stream() const { return stream_; }

    /// The functions, with this device's context current in the calling thread.
    [[nodiscard]] const Api& api() const {
        driver_->api().make_current(context_);
        return driver_->api();
    }

    /// Waits for copies to the device and fills: a kernel on `stream` is not ordered after those, which may be under
    /// way when their calls return.
    [[nodiscard]] Status settle_copies() const { return api().synchronise_stream(nullptr); }

    /// After an error of the driver: whether something can still be done here. What ran in the same process by another
    /// engine may have left the context unusable, which every call then says; this is given up then.
    bool is_usable_after(Status error);

    /// After an error that leaves the context unusable, or a kernel that could not be ended, nothing more is done here.
    void give_up(std::string reason) { lost_ = std::move(reason); }
    /// Why nothing more is done here; empty where all is well.
    [[nodiscard]] const std::string& lost() const { return lost_; }

private:
    Device(std::shared_ptr<const Driver> driver, int device) : driver_(std::move(driver)), device_(device) {}
    Status start();

    std::shared_ptr<const Driver> driver_;
    int device_;
    ContextHandle context_ = nullptr;
    StreamHandle stream_ = nullptr;
    Properties properties_;
    std::string lost_;
};

/// Memory of a device, given back at the end.
class Memory {
public:
    static Result<Memory, Status> allocate(const Device& device, std::size_t bytes);
    Memory(Memory&& other) noexcept : device_(other.device_), address_(std::exchange(other.address_, 0)) {}
    Memory& operator=(Memory&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(address_, other.address_);
        return *this;
    }
    ~Memory();

    [[nodiscard]] Address address() const { return address_; }

private:
    Memory(const Device& device, Address address) : device_(&device), address_(address) {}

    const Device* device_;
    Address address_;  ///< 0: none
};

/// Loaded code with one kernel in it.
class Kernel {
public:
    /// `image` is a cubin or PTX that ends with a zero byte.
    static Result<Kernel, Status> load(const Device& device, const std::string& image, const std::string& entry,
                                       std::uint64_t shared_bytes);

    [[nodiscard]] FunctionHandle function() const { return function_; }

private:
    struct Unload {
        const Device* device;
        void operator()(ModuleHandle module) const {
            if (device->lost().empty()) device->api().unload_module(module);
        }
    };
    using Module = std::unique_ptr<OpaqueModule, Unload>;
    Kernel(Module module, FunctionHandle function) : module_(std::move(module)), function_(function) {}

    Module module_;
    FunctionHandle function_;
};

/// The time that a device takes for what is put on its stream between two marks.
class Stopwatch {
public:
    static Result<Stopwatch, Status> make(const Device& device);

    [[nodiscard]] Status start() const { return device_->api().record_event(begin_.get(), device_->stream()); }
    /// Waits for what was put on the stream since the start; milliseconds.
    [[nodiscard]] Result<float, Status> stop() const;

private:
    struct Destroy {
        const Device* device;
        void operator()(EventHandle event) const {
            if (device->lost().empty()) device->api().destroy_event(event);
        }
    };
    using Event = std::unique_ptr<OpaqueEvent, Destroy>;
    static Result<Event, Status> event(const Device& device);
    Stopwatch(const Device& device, Event begin, Event end)
        : device_(&device), begin_(std::move(begin)), end_(std::move(end)) {}

    const Device* device_;
    Event begin_;
    Event end_;
};

}  // namespace phobos::device
