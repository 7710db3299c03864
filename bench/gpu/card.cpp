// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/card.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <span>

#include <fmt/format.h>

#include "lang/base/float16.h"
#include "tests/places.h"

namespace phobos::bench {
namespace {

/// Memory is filled from so many random words, twice as many bytes as the last cache of a card holds.
constexpr std::size_t pattern_words = std::size_t{1} << 25U;
/// More than any card has multiprocessors.
constexpr std::size_t stamps = 1024;

[[noreturn]] void fail(const std::string& text) {
    fmt::print(stderr, "phobos_bench_gpu: {}\n", text);
    std::exit(1);
}

double number(ScalarType element, std::uint64_t bits) {
    switch (element) {
        case ScalarType::f16: return f32_from_f16(static_cast<std::uint16_t>(bits));
        case ScalarType::bf16: return f32_from_bf16(static_cast<std::uint16_t>(bits));
        case ScalarType::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case ScalarType::f64: return std::bit_cast<double>(bits);
        case ScalarType::i8: return static_cast<std::int8_t>(bits);
        case ScalarType::i32: return static_cast<std::int32_t>(bits);
        case ScalarType::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
        case ScalarType::u8:
        case ScalarType::u32:
        case ScalarType::boolean: return static_cast<double>(bits);
    }
    return 0;
}

/// Random words: of integers all bits, of floats values from [-1, 1).
std::vector<std::uint32_t> random_words(ScalarType element) {
    std::mt19937 generator(1);
    std::vector<std::uint32_t> words(pattern_words);
    const auto value = [&] { return static_cast<float>(static_cast<std::int32_t>(generator())) * 0x1p-31F; };
    for (std::uint32_t& word : words)
        if (element == ScalarType::f32)
            word = std::bit_cast<std::uint32_t>(std::min(value(), 0x1.fffffep-1F));
        else if (element == ScalarType::f16)
            word = f16_from_f32(value()) | std::uint32_t{f16_from_f32(value())} << 16U;
        else
            word = static_cast<std::uint32_t>(generator());
    return words;
}

}  // namespace

std::string source_text(const std::string& name) {
    const std::string path = (places::repository() / name).string();
    std::ifstream file(path);
    if (!file.is_open()) fail(fmt::format("{} cannot be read", path));
    return {std::istreambuf_iterator<char>(file), {}};
}

Result<std::unique_ptr<Card>, std::string> Card::open() {
    auto opened = device::Driver::open(device::default_driver_names());
    if (!opened) return Failure{std::move(opened.error().text)};
    auto driver = std::make_shared<const device::Driver>(std::move(*opened));
    auto device = device::Device::open(driver, 0);
    if (!device) return Failure{std::move(device.error())};
    auto compiler = nvrtc::Compiler::make({});
    if (!compiler) return Failure{std::move(compiler.error().text)};
    auto watch = device::Stopwatch::make(**device);
    if (!watch) return Failure{driver->text_of(watch.error())};
    return std::unique_ptr<Card>(
        new Card(std::move(driver), std::move(*device), std::move(*compiler), std::move(*watch)));
}

void Card::expect(device::Status status, const char* what) const {
    if (status != device::Status::success) fail(fmt::format("{}: {}", what, driver_->text_of(status)));
}

device::Kernel Card::compile(const std::string& text, const std::string& entry, std::uint64_t shared_bytes) {
    const nvrtc::Job job{entry + ".cu", text, entry, device_->properties().architecture, nvrtc::Output::cubin};
    auto batch = compiler_.compile(std::span(&job, 1));
    if (!batch.results[0]) fail(fmt::format("{}\n{}", batch.results[0].error().text, batch.results[0].error().log));
    auto kernel = device::Kernel::load(*device_, batch.results[0]->cubin, entry, shared_bytes);
    if (!kernel) expect(kernel.error(), "loading");
    return std::move(*kernel);
}

device::Memory Card::allocate(std::size_t bytes) {
    auto memory = device::Memory::allocate(*device_, std::max<std::size_t>(bytes, 16));
    if (!memory) expect(memory.error(), "allocating");
    return std::move(*memory);
}

const std::vector<std::uint32_t>& Card::pattern(ScalarType element) {
    const bool is_float = element == ScalarType::f32 || element == ScalarType::f16;
    std::vector<std::uint32_t>& words = patterns_[is_float ? element : ScalarType::u32];
    if (words.empty()) words = random_words(element);
    return words;
}

void Card::fill(const device::Memory& memory, ScalarType element, std::size_t elements, std::uint64_t seed) {
    const std::vector<std::uint32_t>& words = pattern(element);
    constexpr std::size_t piece = pattern_words / 2 * sizeof(std::uint32_t);
    const std::uint32_t* const from = words.data() + seed * 1048583 % (pattern_words / 2);
    const std::size_t bytes = elements * row(element).bytes;
    for (std::size_t at = 0; at < bytes; at += piece)
        expect(device_->api().copy_to_device(memory.address() + at, from, std::min(piece, bytes - at)), "copying");
    finish_copies();
}

/// What was copied may still be under way, on a stream that the device's own does not wait for.
void Card::finish_copies() const { expect(device_->api().synchronise_stream(nullptr), "copying"); }

std::vector<double> Card::read(const device::Memory& memory, ScalarType element, std::size_t first,
                               std::size_t elements) {
    const std::size_t size = row(element).bytes;
    std::vector<unsigned char> bytes(elements * size);
    expect(device_->api().synchronise_stream(device_->stream()), "running");
    expect(device_->api().copy_to_host(bytes.data(), memory.address() + first * size, bytes.size()), "copying back");
    std::vector<double> numbers;
    numbers.reserve(elements);
    for (std::size_t i = 0; i < elements; ++i) {
        std::uint64_t bits = 0;
        for (std::size_t b = 0; b < size; ++b) bits |= std::uint64_t{bytes[i * size + b]} << (8 * b);
        numbers.push_back(number(element, bits));
    }
    return numbers;
}

void Card::launch(const device::Kernel& kernel, const Shape& shape, std::vector<std::uint64_t>& slots) const {
    std::array<void*, 32> parameters{};
    for (std::size_t i = 0; i < slots.size(); ++i) parameters.at(i) = &slots[i];
    expect(
        device_->api().launch(kernel.function(), shape.grid[0], shape.grid[1], shape.grid[2], shape.threads, 1, 1,
                              static_cast<unsigned>(shape.shared_bytes), device_->stream(), parameters.data(), nullptr),
        "launching");
}

Card::Instruments& Card::instruments() {
    if (!instruments_) {
        constexpr std::size_t bytes = stamps * sizeof(std::uint64_t);
        instruments_ =
            Instruments{compile(source_text("bench/peers/clock.cu"), "peer", 0),
                        compile(source_text("bench/peers/stamp.cu"), "peer", 0), allocate(bytes), allocate(bytes)};
        for (const device::Memory* memory : {&instruments_->before, &instruments_->after})
            expect(device_->api().fill(memory->address(), 0, bytes), "filling");
        finish_copies();
    }
    return *instruments_;
}

std::vector<std::uint64_t> Card::counters(const device::Memory& memory, std::size_t count) const {
    std::vector<std::uint64_t> values(count);
    expect(device_->api().synchronise_stream(device_->stream()), "running");
    expect(device_->api().copy_to_host(values.data(), memory.address(), count * sizeof(std::uint64_t)), "copying back");
    return values;
}

double Card::megahertz() {
    Instruments& own = instruments();
    std::vector<std::uint64_t> slots{own.before.address()};
    launch(own.clock, {{1, 1, 1}, 1}, slots);
    const auto counted = counters(own.before, 2);
    return counted[1] == 0 ? 0 : static_cast<double>(counted[0]) / static_cast<double>(counted[1]) * 1e3;
}

Timing Card::time(const Enqueue& enqueue, int launches) {
    expect(watch_.start(), "timing");
    for (int i = 0; i < launches; ++i) enqueue(static_cast<std::size_t>(i));
    const auto milliseconds = watch_.stop();
    if (!milliseconds) expect(milliseconds.error(), "running");
    return {static_cast<double>(*milliseconds) * 1e-3 / launches, megahertz()};
}

double Card::cycles(const Enqueue& enqueue) {
    Instruments& own = instruments();
    // Two CTAs of 1024 threads fill a multiprocessor: none is left out.
    const Shape everywhere{{multiprocessors() * 2, 1, 1}, 1024};
    std::vector<std::uint64_t> before{own.before.address()};
    std::vector<std::uint64_t> after{own.after.address()};
    launch(own.stamp, everywhere, before);
    enqueue(0);
    launch(own.stamp, everywhere, after);
    const auto begun = counters(own.before, stamps);
    const auto ended = counters(own.after, stamps);
    std::vector<double> cycles;
    for (std::size_t i = 0; i < stamps; ++i)
        if (ended[i] > begun[i]) cycles.push_back(static_cast<double>(ended[i] - begun[i]));
    if (cycles.empty()) return 0;
    const auto middle = cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2);
    std::ranges::nth_element(cycles, middle);
    return *middle;
}

}  // namespace phobos::bench
