// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "interp/plain/memory.h"
#include "lang/program/program.h"

namespace phobos::plain {

/// The arguments of a launch: tensors in allocations of their own or inside another's, and scalars.
class PlainBuffers final : public engine::Buffers {
public:
    /// The launch is one that `bind` accepts.
    static std::variant<std::unique_ptr<PlainBuffers>, engine::Outcome> make(const program::Program& program,
                                                                             engine::Launch launch,
                                                                             const engine::Settings& settings);

    [[nodiscard]] engine::Tensor download(std::size_t parameter) const override;
    [[nodiscard]] engine::Tensor take(std::size_t parameter) override;
    [[nodiscard]] std::vector<std::size_t> damaged() const override;

    [[nodiscard]] std::span<const View> tensors() const { return tensors_; }
    [[nodiscard]] std::span<const std::pair<program::LocalId, ScalarBits>> scalars() const { return scalars_; }
    [[nodiscard]] std::span<const std::int64_t> dims() const { return dims_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::vector<program::Parameter> parameters_;
    std::vector<Allocation> allocations_;  ///< by parameter; empty for views and scalars
    std::vector<View> tensors_;            ///< by TensorId
    std::vector<std::pair<program::LocalId, ScalarBits>> scalars_;
    std::vector<std::int64_t> dims_;
    std::uint64_t bytes_ = 0;
};

}  // namespace phobos::plain
