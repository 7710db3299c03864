// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "backend/device/device.h"
#include "engine/engine.h"

namespace phobos::device {

/// What lies around each tensor.
enum class Guards : std::uint8_t {
    zones,
    none,  ///< the memory ends where the tensor does, for tools that see every access past it
};

/// The arguments of a launch in a device's memory, each own tensor between guard zones.
class Buffers final : public engine::Buffers {
public:
    static constexpr std::size_t guard_bytes = 256;

    /// The launch is one that `bind` has accepted, with these dims.
    static std::variant<std::unique_ptr<Buffers>, engine::Outcome> upload(Device& device,
                                                                          const program::Program& program,
                                                                          engine::Launch launch, engine::BoundDims dims,
                                                                          Guards guards);

    [[nodiscard]] engine::Tensor download(std::size_t parameter) const override;
    [[nodiscard]] engine::Tensor take(std::size_t parameter) override { return download(parameter); }
    [[nodiscard]] std::optional<engine::Failed> lost() const override;
    [[nodiscard]] std::vector<std::size_t> damaged() const override;

    [[nodiscard]] const engine::BoundDims& dims() const { return dims_; }
    /// The scalars of the launch, and each tensor as a view of itself.
    [[nodiscard]] const engine::Launch& launch() const { return launch_; }
    [[nodiscard]] const program::LaunchAssumptions& assumptions() const { return assumptions_; }
    /// By TensorId.
    [[nodiscard]] const std::vector<std::uint64_t>& addresses() const { return addresses_; }

private:
    struct Allocation {
        Memory memory;
        std::size_t offset_bytes;  ///< of the tensor, from the first guard zone on
        std::size_t bytes;
    };

    Buffers(Device& device, engine::BoundDims dims, Guards guards)
        : device_(device), dims_(std::move(dims)), zone_bytes_(guards == Guards::zones ? guard_bytes : 0) {}
    Status place(std::size_t parameter, engine::OwnTensor own);
    [[nodiscard]] Address address(std::size_t parameter) const;
    [[nodiscard]] bool is_damaged(const Allocation& allocation) const;

    Device& device_;
    engine::BoundDims dims_;
    std::size_t zone_bytes_;
    engine::Launch launch_;
    program::LaunchAssumptions assumptions_;
    std::vector<std::uint64_t> addresses_;
    std::vector<std::pair<std::size_t, Allocation>> allocations_;  ///< with the parameters of their tensors
};

}  // namespace phobos::device
