// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/launch.h"
#include "engine/outcome.h"
#include "engine/tensor.h"
#include "lang/program/checked_program.h"

namespace phobos::engine {

/// A checked program together with what its launches will be known to have in common.
struct Instance {
    const program::CheckedProgram* program;  ///< outlives what is prepared from it
    program::LaunchAssumptions assumptions;
};

/// The arguments of one launch in the memory of an engine, with guard zones around each that is not larger than
/// guarded_bytes: an engine on the host takes over the memory of a larger one, which then exists once.
class Buffers {
public:
    static constexpr std::uint64_t guarded_bytes = std::uint64_t{1} << 20;

    virtual ~Buffers() = default;
    /// The tensor that was given as argument `parameter`, as it is now, with its written elements known where the
    /// engine tracks them.
    [[nodiscard]] virtual Tensor download(std::size_t parameter) const = 0;
    /// The same tensor, given away: its memory and every view in it are the buffers' no longer.
    [[nodiscard]] virtual Tensor take(std::size_t parameter) = 0;
    /// Why tensors could not be brought back, if so: what was downloaded or taken is then nothing that a launch left.
    [[nodiscard]] virtual std::optional<Failed> lost() const { return std::nullopt; }
    /// The arguments whose guard zones were written to.
    [[nodiscard]] virtual std::vector<std::size_t> damaged() const = 0;
};

/// A program that is ready to be launched, any number of times.
class Prepared {
public:
    virtual ~Prepared() = default;
    /// Runs the grid on the buffers, which keep what was written before a fault or limit.
    virtual Outcome launch(Buffers& buffers, Block grid, const Settings& settings) = 0;
};

/// Something that runs checked programs.
class Engine {
public:
    virtual ~Engine() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// One entry for each instance, in order.
    virtual std::vector<std::variant<std::unique_ptr<Prepared>, Unsupported>> prepare(
        std::span<const Instance> instances) = 0;
    /// The same by the end of a time, at which compilers are ended: what they have not compiled by then is compiled in
    /// the time of its launch. An engine without compilers takes the time it needs.
    virtual std::vector<std::variant<std::unique_ptr<Prepared>, Unsupported>> prepare_by(
        std::span<const Instance> instances, Deadline /*end*/) {
        return prepare(instances);
    }
    /// Puts the arguments of a launch, which `bind` has accepted, into the engine's memory.
    virtual std::variant<std::unique_ptr<Buffers>, Outcome> upload(const program::Program& program, Launch launch,
                                                                   const Settings& settings) = 0;
};

/// What a launch leaves: its outcome and, by parameter, the tensors (empty for scalars).
struct Ran {
    Outcome outcome;
    std::vector<Tensor> tensors;
    std::vector<std::size_t> damaged;
};

/// Uploads, launches and takes the tensors back: of a launch that `bind` has accepted.
Ran run(Engine& engine, Prepared& prepared, const program::Program& program, Launch launch, const Settings& settings);

/// Binds and prepares too.
Ran run(Engine& engine, const program::CheckedProgram& program, Launch launch, const Settings& settings);

}  // namespace phobos::engine
