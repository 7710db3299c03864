// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/device/device.h"
#include "backend/nvrtc/compiler.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

/// What benchmarks on a GPU share: the device, code on it, and times by its own clock. What fails ends the program with
/// the reason: a benchmark that cannot run measures nothing.
namespace phobos::bench {

/// Puts a launch on the stream; launches that follow one another are numbered from 0 on.
using Enqueue = std::function<void(std::size_t turn)>;

/// A shape to launch in.
struct Shape {
    std::array<unsigned, 3> grid;
    unsigned threads;  ///< of a CTA
    std::uint64_t shared_bytes = 0;
};

struct Timing {
    double seconds;    ///< of one launch
    double megahertz;  ///< of the multiprocessors, right after
};

/// A device with a compiler for it; one a process.
class Card {
public:
    static Result<std::unique_ptr<Card>, std::string> open();

    [[nodiscard]] const device::Device& device() const { return *device_; }
    [[nodiscard]] const std::shared_ptr<const device::Driver>& driver() const { return driver_; }
    [[nodiscard]] nvrtc::Compiler& compiler() { return compiler_; }
    [[nodiscard]] unsigned multiprocessors() const {
        return static_cast<unsigned>(device_->properties().multiprocessors);
    }

    /// Code of the text, whose kernel has this name.
    device::Kernel compile(const std::string& text, const std::string& entry, std::uint64_t shared_bytes);

    device::Memory allocate(std::size_t bytes);
    /// Random elements, others for each seed: floats from [-1, 1), of integers all bits.
    void fill(const device::Memory& memory, ScalarType element, std::size_t elements, std::uint64_t seed);
    /// The elements from `first` on, as numbers.
    std::vector<double> read(const device::Memory& memory, ScalarType element, std::size_t first, std::size_t elements);

    void launch(const device::Kernel& kernel, const Shape& shape, std::vector<std::uint64_t>& slots) const;
    /// The mean time of one of so many launches that follow one another.
    Timing time(const Enqueue& enqueue, int launches);
    /// The cycles that a multiprocessor counts while one launch runs: the median of all multiprocessors.
    double cycles(const Enqueue& enqueue);
    /// Ends the program where the driver is not content.
    void expect(device::Status status, const char* what) const;

private:
    /// What measures.
    struct Instruments {
        device::Kernel clock;
        device::Kernel stamp;
        device::Memory before;
        device::Memory after;
    };

    Card(std::shared_ptr<const device::Driver> driver, std::unique_ptr<device::Device> device, nvrtc::Compiler compiler,
         device::Stopwatch watch)
        : driver_(std::move(driver)),
          device_(std::move(device)),
          compiler_(std::move(compiler)),
          watch_(std::move(watch)) {}
    Instruments& instruments();
    const std::vector<std::uint32_t>& pattern(ScalarType element);
    void finish_copies() const;
    [[nodiscard]] std::vector<std::uint64_t> counters(const device::Memory& memory, std::size_t count) const;
    double megahertz();

    std::shared_ptr<const device::Driver> driver_;
    std::unique_ptr<device::Device> device_;
    nvrtc::Compiler compiler_;
    device::Stopwatch watch_;
    std::optional<Instruments> instruments_;
    std::map<ScalarType, std::vector<std::uint32_t>> patterns_;
};

/// A file of the sources, by its name from their root on.
std::string source_text(const std::string& name);

}  // namespace phobos::bench
