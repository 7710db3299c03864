// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backend/emit/emit.h"
#include "bench/gpu/card.h"
#include "engine/launch.h"
#include "lang/base/result.h"
#include "lang/check/check.h"
#include "lang/program/checked_program.h"

/// Kernels of the language, as the emitter writes them, beside others that compute the same on the same memory.
namespace phobos::bench {

/// What one launch does.
struct Work {
    enum class Unit : std::uint8_t {
        bytes,  ///< that must be read or written
        flop,   ///< additions and multiplications of floats
        dp4a,   ///< by each multiprocessor
    };
    Unit unit;
    double amount;
};

struct Problem;

/// The tensors of a problem, which everybody reads and writes; in as many sets as launches take in turn.
class Arguments {
public:
    Arguments(Card& card, const program::Program& program, const Problem& problem);

    /// The parameters of a launch, one vector for each set.
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> slots(std::span<const emit::Parameter> parameters) const;
    /// By set, the address of the tensor with this name.
    [[nodiscard]] std::vector<device::Address> addresses(const std::string& tensor) const;
    /// What a launch of this writes into the first set, whose tensors are as they were at the beginning: elements from
    /// both ends of the tensor that it writes.
    [[nodiscard]] std::vector<double> results(const Enqueue& enqueue) const;

    [[nodiscard]] const engine::BoundDims& dims() const { return dims_; }
    [[nodiscard]] const std::array<unsigned, 3>& grid() const { return grid_; }
    [[nodiscard]] const program::Program& program() const { return program_; }
    [[nodiscard]] Card& card() const { return card_; }

private:
    Card& card_;
    const program::Program& program_;
    std::array<unsigned, 3> grid_;
    std::vector<std::vector<device::Memory>> tensors_;  ///< by set, then by TensorId
    std::vector<std::size_t> elements_;                 ///< by TensorId
    engine::Launch launch_;
    engine::BoundDims dims_;
};

/// Something that can be launched, or the reason why not.
using Contender = Result<Enqueue, std::string>;

/// What computes a problem's results by other means.
struct Rival {
    std::string who;
    std::function<Contender(const Arguments&)> make;
    double tolerance;  ///< the largest difference of its results, relative to the largest of them
};

struct Problem {
    std::string name;    ///< of its benchmarks
    std::string source;  ///< the file of the kernel, from the root of the sources on
    std::vector<check::Setting> settings;
    std::vector<std::pair<std::string, std::int64_t>> dims;
    std::uint64_t scalar = 0;  ///< the bits of each scalar parameter
    std::array<unsigned, 3> grid;
    Work work;
    int launches = 1;      ///< for one measurement
    std::size_t sets = 1;  ///< of the tensors: more than one where one fits into a cache that should not hold it
    std::vector<Rival> rivals;
    std::vector<Rival> references{};  ///< what results are compared with, ours too; never measured
};

/// A kernel written by hand: bench/peers/NAME.cu, whose function `peer` takes the parameters of the source, then all
/// dims in the order of their first use. Settings are macros there.
Rival by_hand(const std::string& name, std::span<const check::Setting> settings, double tolerance);

/// Adds the benchmarks NAME/ours and NAME/WHO of each rival. Results are compared once; what is wrong, or cannot run,
/// is left out with the reason.
void add(Card& card, Problem problem);

/// Adds a benchmark of something that has no other beside it, made when it runs.
void add_alone(Card& card, const std::string& name, Work work, std::function<Enqueue()> make);

}  // namespace phobos::bench
