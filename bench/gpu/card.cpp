// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/card.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "backend/device/driver.h"

namespace phobos::bench {
namespace {

/// Memory is filled by copies of so many random bytes, more than any cache of a card holds apart from its last.
constexpr std::size_t pattern_bytes = std::size_t{1} << 26U;

[[noreturn]] void fail(const std::string& text) {
    fmt::print(stderr, "phobos_bench_gpu: {}\n", text);
    std::exit(1);
}

}  // namespace

Result<std::unique_ptr<Card>, std::string> Card::open() {
    auto driver = device::Driver::open(device::default_driver_names());
    if (!driver) return Failure{std::move(driver.error().text)};
    auto device = device::Device::open(std::make_shared<const device::Driver>(std::move(*driver)), 0);
    if (!device) return Failure{std::move(device.error())};
    auto compiler = nvrtc::Compiler::make({});
    if (!compiler) return Failure{std::move(compiler.error().text)};
    auto watch = device::Stopwatch::make(**device);
    if (!watch) return Failure{(*device)->driver().text_of(watch.error())};
    return std::unique_ptr<Card>(new Card(std::move(*device), std::move(*compiler), std::move(*watch)));
}

void Card::expect(device::Status status, const char* what) const {
    if (status != device::Status::success) fail(fmt::format("{}: {}", what, device_->driver().text_of(status)));
}

device::Kernel Card::compile(const std::string& text, const std::string& entry, std::uint64_t shared_bytes) {
    const nvrtc::Job job{entry + ".cu", text, entry, device_->properties().architecture, nvrtc::Output::cubin};
    auto batch = compiler_.compile(std::span(&job, 1));
    if (!batch.results[0]) fail(fmt::format("{}\n{}", batch.results[0].error().text, batch.results[0].error().log));
    auto kernel = device::Kernel::load(*device_, batch.results[0]->cubin, entry, shared_bytes);
    if (!kernel) expect(kernel.error(), "loading");
    return std::move(*kernel);
}

device::Memory Card::filled(const std::vector<std::uint32_t>& pattern, std::size_t bytes) {
    auto memory = device::Memory::allocate(*device_, std::max<std::size_t>(bytes, 16));
    if (!memory) expect(memory.error(), "allocating");
    const std::size_t piece = pattern.size() * sizeof(std::uint32_t);
    for (std::size_t at = 0; at < bytes; at += piece)
        expect(device_->api().copy_to_device(memory->address() + at, pattern.data(), std::min(piece, bytes - at)),
               "copying");
    return std::move(*memory);
}

device::Memory Card::random_bytes(std::size_t bytes, std::uint64_t seed) {
    std::mt19937 generator(static_cast<std::mt19937::result_type>(seed));
    std::vector<std::uint32_t> pattern(std::min(pattern_bytes, bytes + 3) / 4);
    std::ranges::generate(pattern, std::ref(generator));
    return filled(pattern, bytes);
}

device::Memory Card::random_f32(std::size_t elements, std::uint64_t seed) {
    std::mt19937 generator(static_cast<std::mt19937::result_type>(seed));
    std::uniform_real_distribution<float> values(-1, 1);
    std::vector<std::uint32_t> pattern(std::min(pattern_bytes / 4, elements));
    std::ranges::generate(pattern, [&] { return std::bit_cast<std::uint32_t>(values(generator)); });
    return filled(pattern, elements * sizeof(float));
}

device::Memory Card::zeroed(std::size_t bytes) { return filled({0}, bytes); }

std::vector<float> Card::read_f32(const device::Memory& memory, std::size_t elements) {
    std::vector<float> values(elements);
    expect(device_->api().copy_to_host(values.data(), memory.address(), elements * sizeof(float)), "copying back");
    return values;
}

double Card::time(const device::Kernel& kernel, const std::array<unsigned, 3>& grid, unsigned threads,
                  std::uint64_t shared_bytes, std::vector<std::uint64_t>& slots, int launches) {
    std::vector<void*> parameters;
    parameters.reserve(slots.size());
    for (std::uint64_t& slot : slots) parameters.push_back(&slot);
    expect(watch_.start(), "timing");
    for (int i = 0; i < launches; ++i)
        expect(
            device_->api().launch(kernel.function(), grid[0], grid[1], grid[2], threads, 1, 1,
                                  static_cast<unsigned>(shared_bytes), device_->stream(), parameters.data(), nullptr),
            "launching");
    const auto milliseconds = watch_.stop();
    if (!milliseconds) expect(milliseconds.error(), "running");
    return static_cast<double>(*milliseconds) * 1e-3 / launches;
}

}  // namespace phobos::bench
