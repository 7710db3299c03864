// SPDX-License-Identifier: Apache-2.0
// A libcuda for tests whose device memory is the process's. The image of a module is a script, a word and numbers to a
// line; what it asks for happens where it says:
//
//     load N            cuModuleLoadData gives status N         function N   cuModuleGetFunction gives status N
//     launch N          cuLaunchKernel gives status N           endless      the kernel never ends
//     endless-once FILE the kernel never ends where there is no such file yet, which is made
//     run N             the kernel ends with status N, and every call after it gives N too
//     run-lacking W N   run N, of an image that lacks the word W
//     fill P BYTES V    the kernel writes BYTES bytes of value V to the address in parameter P
//     lose N            the kernel ends well, then copies to the host give status N
//
// While a kernel does not end, a call that would wait for it aborts.
// FAKE_SCRIPT of the environment stands at the end of every script, for programs that compile what they load.
// FAKE_VERSION is the driver's, FAKE_INIT the status of cuInit, FAKE_DEVICES the number of devices, of architecture
// sm_90 with 1 MiB of memory each. FAKE_INCOMPLETE leaves cuLaunchKernel out.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "backend/device/api.h"

namespace phobos::device {

struct OpaqueModule {
    std::string script;
};
/// A module's only function is the module.
struct OpaqueFunction {};

namespace {

constexpr std::size_t memory_bytes = std::size_t{1} << 20U;

/// The one device that all tests of a process share; a test that leaves it broken loads a library of its own.
struct Device {
    std::map<Address, std::unique_ptr<std::byte[]>> blocks;
    std::map<Address, std::size_t> sizes;
    std::map<ModuleHandle, std::unique_ptr<OpaqueModule>> modules;
    std::size_t used_bytes = 0;
    Status broken = Status::success;
    Status lost = Status::success;
    bool busy = false;
    int retained = 0;
};
Device device;

/// The numbers after each line of the script that begins with the word.
std::map<int, std::istringstream> asked(const std::string& script, const std::string& word) {
    std::map<int, std::istringstream> found;
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        if (words >> first && first == word) found.emplace(static_cast<int>(found.size()), std::move(words));
    }
    return found;
}

Status status_asked(const std::string& script, const std::string& word) {
    auto lines = asked(script, word);
    int status = 0;
    if (!lines.empty()) lines.begin()->second >> status;
    return static_cast<Status>(status);
}

Status play(const std::string& script, void** parameters) {
    if (device.broken != Status::success) return device.broken;
    if (const Status status = status_asked(script, "launch"); status != Status::success) return status;
    for (auto& [number, words] : asked(script, "fill")) {
        std::size_t parameter = 0;
        std::size_t bytes = 0;
        int value = 0;
        words >> parameter >> bytes >> value;
        Address address = 0;
        std::memcpy(&address, parameters[parameter], sizeof address);
        std::memset(reinterpret_cast<void*>(address), value, bytes);
    }
    device.broken = status_asked(script, "run");
    for (auto& [number, words] : asked(script, "run-lacking")) {
        std::string word;
        int status = 0;
        words >> word >> status;
        const std::size_t used = script.find(word);
        if (used == script.find("run-lacking " + word) + std::string_view("run-lacking ").size())
            device.broken = static_cast<Status>(status);
    }
    device.busy = !asked(script, "endless").empty();
    for (auto& [number, words] : asked(script, "endless-once")) {
        std::string file;
        words >> file;
        if (std::FILE* const made = std::fopen(file.c_str(), "wx")) {
            std::fclose(made);
            device.busy = true;
        }
    }
    device.lost = status_asked(script, "lose");
    return Status::success;
}

}  // namespace

extern "C" {

Status cuInit(unsigned) { return static_cast<Status>(FAKE_INIT); }
Status cuDriverGetVersion(int* version) {
    *version = FAKE_VERSION;
    return Status::success;
}
Status cuGetErrorName(Status status, const char** name) {
    static thread_local std::string text;
    text = "FAKE_" + std::to_string(static_cast<int>(status));
    *name = text.c_str();
    return Status::success;
}
Status cuGetErrorString(Status, const char** text) {
    *text = "as the test asked";
    return Status::success;
}
Status cuDeviceGetCount(int* count) {
    *count = FAKE_DEVICES;
    return Status::success;
}
Status cuDeviceGet(int* number, int ordinal) {
    *number = ordinal;
    return Status::success;
}
Status cuDeviceGetName(char* name, int bytes, int) {
    std::strncpy(name, "Fake", static_cast<std::size_t>(bytes));
    return Status::success;
}
Status cuDeviceGetAttribute(int* value, DeviceAttribute attribute, int) {
    switch (attribute) {
        case DeviceAttribute::multiprocessors: *value = 2; break;
        case DeviceAttribute::compute_capability_major: *value = 9; break;
        case DeviceAttribute::compute_capability_minor: *value = 0; break;
        case DeviceAttribute::cooperative_launch: *value = 1; break;
        case DeviceAttribute::shared_bytes_per_block: *value = 64 << 10; break;
    }
    return Status::success;
}
Status cuDevicePrimaryCtxRetain(ContextHandle* context, int) {
    ++device.retained;
    *context = reinterpret_cast<ContextHandle>(&device);
    return Status::success;
}
Status cuDevicePrimaryCtxRelease_v2(int) {
    --device.retained;
    return Status::success;
}
Status cuCtxSetCurrent(ContextHandle) { return Status::success; }
Status cuMemAlloc_v2(Address* address, std::size_t bytes) {
    if (device.broken != Status::success) return device.broken;
    if (device.used_bytes + bytes > memory_bytes) return Status::out_of_memory;
    constexpr std::size_t alignment = 256;
    auto block = std::make_unique<std::byte[]>(bytes + alignment);
    const auto begin = (reinterpret_cast<Address>(block.get()) + alignment - 1) / alignment * alignment;
    device.blocks[begin] = std::move(block);
    device.sizes[begin] = bytes;
    device.used_bytes += bytes;
    *address = begin;
    return Status::success;
}
Status cuMemFree_v2(Address address) {
    device.used_bytes -= device.sizes[address];
    device.sizes.erase(address);
    device.blocks.erase(address);
    return Status::success;
}
Status cuMemcpyHtoD_v2(Address target, const void* source, std::size_t bytes) {
    if (device.broken == Status::success) std::memcpy(reinterpret_cast<void*>(target), source, bytes);
    return device.broken;
}
Status cuMemcpyDtoH_v2(void* target, Address source, std::size_t bytes) {
    if (device.busy) std::abort();
    if (device.lost != Status::success) return device.lost;
    if (device.broken == Status::success) std::memcpy(target, reinterpret_cast<const void*>(source), bytes);
    return device.broken;
}
Status cuMemsetD8_v2(Address target, unsigned char value, std::size_t bytes) {
    std::memset(reinterpret_cast<void*>(target), value, bytes);
    return device.broken;
}
Status cuModuleLoadData(ModuleHandle* module, const void* image) {
    if (device.busy) std::abort();
    const char* const more = std::getenv("FAKE_SCRIPT");
    const std::string script = std::string(static_cast<const char*>(image)) + "\n" + (more == nullptr ? "" : more);
    if (const Status status = status_asked(script, "load"); status != Status::success) return status;
    auto loaded = std::make_unique<OpaqueModule>(OpaqueModule{script});
    *module = loaded.get();
    device.modules[*module] = std::move(loaded);
    return Status::success;
}
Status cuModuleUnload(ModuleHandle module) {
    device.modules.erase(module);
    return Status::success;
}
Status cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char*) {
    *function = reinterpret_cast<FunctionHandle>(module);
    return status_asked(module->script, "function");
}
Status cuFuncSetAttribute(FunctionHandle, FunctionAttribute, int) { return Status::success; }
Status cuStreamCreate(StreamHandle* stream, unsigned) {
    *stream = reinterpret_cast<StreamHandle>(&device);
    return Status::success;
}
Status cuStreamDestroy_v2(StreamHandle) { return Status::success; }
Status cuStreamQuery(StreamHandle) { return device.busy ? Status::not_ready : device.broken; }
Status cuStreamSynchronize(StreamHandle) { return device.broken; }
Status cuEventCreate(EventHandle* event, unsigned) {
    *event = reinterpret_cast<EventHandle>(&device);
    return Status::success;
}
Status cuEventDestroy_v2(EventHandle) { return Status::success; }
Status cuEventRecord(EventHandle, StreamHandle) { return device.broken; }
Status cuEventSynchronize(EventHandle) { return device.broken; }
Status cuEventElapsedTime(float* milliseconds, EventHandle, EventHandle) {
    *milliseconds = 1.5F;
    return device.broken;
}
#ifndef FAKE_INCOMPLETE
Status cuLaunchKernel(FunctionHandle function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      StreamHandle, void** parameters, void**) {
    return play(reinterpret_cast<ModuleHandle>(function)->script, parameters);
}
#endif
Status cuLaunchCooperativeKernel(FunctionHandle function, unsigned grid_x, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, unsigned, StreamHandle, void** parameters) {
    if (grid_x > 4) return Status::cooperative_launch_too_large;
    return play(reinterpret_cast<ModuleHandle>(function)->script, parameters);
}

}  // extern "C"

}  // namespace phobos::device
