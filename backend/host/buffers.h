// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backend/host/worker/mapping.h"
#include "backend/prelude/fault_record.h"
#include "engine/engine.h"

namespace phobos::host {

/// The arguments of a launch in memory that a worker maps too: each own tensor between guard zones, and behind them the
/// fault records of a CTA's threads.
class Buffers final : public engine::Buffers {
public:
    static constexpr std::size_t guard_bytes = 256;

    /// The launch is one that `bind` has accepted, with these dims. Fails where there is no memory.
    static Result<std::unique_ptr<Buffers>, engine::Limited> upload(const program::Program& program,
                                                                    engine::Launch launch, engine::BoundDims dims);

    [[nodiscard]] engine::Tensor download(std::size_t parameter) const override;
    [[nodiscard]] engine::Tensor take(std::size_t parameter) override { return download(parameter); }
    [[nodiscard]] std::vector<std::size_t> damaged() const override;

    [[nodiscard]] const engine::BoundDims& dims() const { return dims_; }
    /// The launch as it was given, but for its tensors, which are here.
    [[nodiscard]] const engine::Launch& launch() const { return launch_; }
    /// What the tensors take, guard zones apart.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

    [[nodiscard]] const process::Descriptor& file() const { return file_; }
    [[nodiscard]] std::uint64_t file_bytes() const { return memory_.size(); }
    /// By parameter: where in the file the tensor begins; 0 for scalars.
    [[nodiscard]] std::uint64_t offset(std::size_t parameter) const { return places_[parameter].begin; }
    [[nodiscard]] std::uint64_t records_offset() const { return records_offset_; }
    [[nodiscard]] std::span<ph::FaultRecord> records();

private:
    struct Place {
        ScalarType element = ScalarType::u8;
        std::vector<std::int64_t> shape{0};
        std::size_t begin = 0;
        std::size_t bytes = 0;
        std::size_t zone_begin = 0;  ///< of an own tensor: its guard zones are the rest
        std::size_t zone_end = 0;
    };
    void lay_out(std::size_t threads);
    [[nodiscard]] bool fill();

    engine::Launch launch_;
    engine::BoundDims dims_;
    std::vector<Place> places_;  ///< by parameter
    std::uint64_t bytes_ = 0;
    std::size_t records_offset_ = 0;
    std::size_t records_ = 0;
    process::Descriptor file_;
    Mapping memory_;
};

}  // namespace phobos::host
