// SPDX-License-Identifier: Apache-2.0
// What kernels reach that do one thing: byte products and reads of each width, beside twins written by hand; and the
// ceilings of the card.
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/gpu/benches.h"
#include "bench/gpu/contest.h"

namespace phobos::bench {
namespace {

constexpr unsigned threads = 256;                      ///< of a CTA
constexpr unsigned full = 2048 / threads;              ///< CTAs that a multiprocessor holds
constexpr std::int64_t bytes = std::int64_t{1} << 30;  ///< that are read

/// So many CTAs on each multiprocessor: eight fill it; with one only chains keep it at work.
Problem dp4a(const Card& card, int chains, unsigned blocks) {
    const std::int64_t each = std::int64_t{1} << (blocks == 1 ? 18 : 16);  // of a thread
    const unsigned grid = card.multiprocessors() * blocks;
    const std::vector<check::Setting> settings{{"CHAINS", chains}};
    return {.name = fmt::format("dp4a_chains/CHAINS:{}/threads:{}", chains, blocks * threads),
            .source = "bench/kernels/dp4a_chains.ph",
            .settings = settings,
            .dims = {{"T", grid * threads}},
            .scalar = static_cast<std::uint64_t>(each / chains),
            .grid = {grid, 1, 1},
            .work = {Work::Unit::dp4a, static_cast<double>(each) * blocks * threads},
            .rivals = {by_hand("dp4a_chains", settings, 0)}};
}

/// Reads of so many elements at a time.
Problem read(const Card& card, const std::string& kernel, const check::Setting& width, int element_bytes) {
    const unsigned grid = card.multiprocessors() * full;
    const std::vector<check::Setting> settings{width};
    return {.name = fmt::format("{}/{}:{}", kernel, width.name, width.value),
            .source = fmt::format("bench/kernels/{}.ph", kernel),
            .settings = settings,
            .dims = {{"N", bytes / element_bytes}, {"T", grid * threads}},
            .grid = {grid, 1, 1},
            .work = {Work::Unit::bytes, static_cast<double>(bytes)},
            .rivals = {by_hand(kernel, settings, 0)}};
}

/// A kernel of bench/peers with memory of its own.
struct Alone {
    device::Kernel kernel;
    std::vector<device::Memory> memory;
    std::vector<std::uint64_t> slots;
};

Enqueue launching(Card& card, Alone alone) {
    const Shape shape{{card.multiprocessors() * full, 1, 1}, threads};
    return [&card, shape, alone = std::make_shared<Alone>(std::move(alone))](std::size_t) {
        card.launch(alone->kernel, shape, alone->slots);
    };
}

device::Kernel peer(Card& card, const std::string& name) {
    return card.compile(source_text(fmt::format("bench/peers/{}.cu", name)), "peer", 0);
}

device::Memory random_bytes(Card& card) {
    device::Memory memory = card.allocate(bytes);
    card.fill(memory, ScalarType::i8, bytes, 1);
    return memory;
}

Enqueue reading(Card& card) {
    Alone alone{peer(card, "read"), {}, {}};
    alone.memory.push_back(random_bytes(card));
    alone.memory.push_back(card.allocate(sizeof(std::int32_t)));
    alone.slots = {alone.memory[0].address(), alone.memory[1].address(), bytes / 16};
    return launching(card, std::move(alone));
}

Enqueue copying(Card& card) {
    Alone alone{peer(card, "copy"), {}, {}};
    alone.memory.push_back(random_bytes(card));
    alone.memory.push_back(card.allocate(bytes));
    alone.slots = {alone.memory[0].address(), alone.memory[1].address(), bytes / 16};
    return launching(card, std::move(alone));
}

constexpr std::uint64_t fma_turns = 1024;

Enqueue multiplying(Card& card) {
    Alone alone{peer(card, "fma"), {}, {}};
    alone.memory.push_back(card.allocate(sizeof(float)));
    alone.slots = {alone.memory[0].address(), fma_turns, std::bit_cast<std::uint32_t>(1.0001F),
                   std::bit_cast<std::uint32_t>(0.5F)};
    return launching(card, std::move(alone));
}

}  // namespace

void add_rates(Card& card) {
    for (const unsigned blocks : {1U, full})
        for (const int chains : {1, 2, 4, 8, 16}) add(card, dp4a(card, chains, blocks));
    for (const int width : {1, 2}) add(card, read(card, "read_bytes", {"BYTES", width}, 1));
    for (const int width : {1, 2, 4}) add(card, read(card, "read_words", {"WORDS", width}, 4));
}

void add_ceilings(Card& card) {
    const double fmas = 64.0 * fma_turns * full * threads * card.multiprocessors();
    add_alone(card, "ceiling/read", {Work::Unit::bytes, static_cast<double>(bytes)}, [&card] { return reading(card); });
    add_alone(card, "ceiling/copy", {Work::Unit::bytes, 2.0 * bytes}, [&card] { return copying(card); });
    add_alone(card, "ceiling/fma", {Work::Unit::flop, 2 * fmas}, [&card] { return multiplying(card); });
}

}  // namespace phobos::bench
