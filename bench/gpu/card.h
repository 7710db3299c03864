// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/device/device.h"
#include "backend/nvrtc/compiler.h"
#include "lang/base/result.h"

/// What benchmarks on a GPU share: the device, code on it, and times by its own clock. What fails ends the program with
/// the reason: a benchmark that cannot run measures nothing.
namespace phobos::bench {

/// A device with a compiler for it; one a process.
class Card {
public:
    static Result<std::unique_ptr<Card>, std::string> open();

    [[nodiscard]] const device::Device& device() const { return *device_; }
    /// Code of the text, whose kernel has this name.
    device::Kernel compile(const std::string& text, const std::string& entry, std::uint64_t shared_bytes);
    /// So many bytes of memory that the processor's generator filled from the seed: no pattern that a card could know.
    device::Memory random_bytes(std::size_t bytes, std::uint64_t seed);
    /// f32 values from [-1, 1).
    device::Memory random_f32(std::size_t elements, std::uint64_t seed);
    device::Memory zeroed(std::size_t bytes);
    std::vector<float> read_f32(const device::Memory& memory, std::size_t elements);

    /// The mean time of one of so many launches that follow one another, in seconds.
    double time(const device::Kernel& kernel, const std::array<unsigned, 3>& grid, unsigned threads,
                std::uint64_t shared_bytes, std::vector<std::uint64_t>& slots, int launches);

private:
    Card(std::unique_ptr<device::Device> device, nvrtc::Compiler compiler, device::Stopwatch watch)
        : device_(std::move(device)), compiler_(std::move(compiler)), watch_(std::move(watch)) {}
    void expect(device::Status status, const char* what) const;
    device::Memory filled(const std::vector<std::uint32_t>& pattern, std::size_t bytes);

    std::unique_ptr<device::Device> device_;
    nvrtc::Compiler compiler_;
    device::Stopwatch watch_;
};

}  // namespace phobos::bench
