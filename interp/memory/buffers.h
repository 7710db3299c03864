// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "lang/base/result.h"
#include "lang/program/program.h"
#include "lang/vocabulary/limits.h"

namespace phobos::interp {

/// A tensor or tile as accesses see it.
struct BufferView {
    std::byte* data = nullptr;
    ScalarType element = ScalarType::i32;
    int rank = 0;
    std::array<std::int64_t, limits::rank> extents{};
    std::uint8_t* unwritten = nullptr;  ///< by element, 1 where never written; null where every element is
    const std::string* name = nullptr;

    [[nodiscard]] std::int64_t elements() const {
        std::int64_t count = 1;
        for (int axis = 0; axis < rank; ++axis) count *= extents[static_cast<std::size_t>(axis)];
        return count;
    }
};

/// The memory of a shared tile of one CTA.
class TileMemory {
public:
    enum class Tracking : std::uint8_t { nothing, writes };

    explicit TileMemory(const program::Tile& tile);
    /// What the memory of such a tile takes.
    static std::uint64_t bytes_of(const program::Tile& tile);
    /// A new buffer with unwritten elements (run-9).
    void declare(Tracking tracking);
    /// So many elements were written for the first time; when the last is, the view tracks none.
    void note_written(std::size_t elements);
    void note_all_written();
    [[nodiscard]] const BufferView& view() const { return view_; }

private:
    std::vector<std::byte> bytes_;
    std::vector<std::uint8_t> unwritten_;
    std::size_t unwritten_left_ = 0;
    BufferView view_;
};

/// The arguments of a launch, each own tensor between guard zones.
class Buffers final : public engine::Buffers {
public:
    static constexpr std::size_t guard_bytes = 256;

    /// The launch is one that `bind` has accepted, with these dims. Fails where there is no memory.
    static Result<std::unique_ptr<Buffers>, engine::Limited> upload(const program::Program& program,
                                                                    engine::Launch launch, engine::BoundDims dims);

    [[nodiscard]] engine::Tensor download(std::size_t parameter) const override;
    [[nodiscard]] engine::Tensor take(std::size_t parameter) override;
    [[nodiscard]] std::vector<std::size_t> damaged() const override;

    /// By TensorId.
    [[nodiscard]] std::vector<BufferView> views(const program::Program& program);
    /// By parameter.
    [[nodiscard]] const std::vector<ScalarBits>& scalars() const { return scalars_; }
    [[nodiscard]] const engine::BoundDims& dims() const { return dims_; }
    /// What they take, guard zones apart.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    struct Allocation {
        std::size_t parameter = 0;
        std::vector<std::byte> storage;
        std::size_t begin = 0;
        std::size_t size = 0;
        bool guarded = true;                  ///< else the storage is the tensor's own
        std::vector<std::uint8_t> unwritten;  ///< by element; empty where all are written
    };
    struct Argument {
        bool tensor = false;
        std::size_t allocation = 0;
        std::size_t first_byte = 0;
        ScalarType element = ScalarType::i32;
        std::vector<std::int64_t> shape;
        std::vector<std::uint8_t> unwritten;  ///< of a view, by its own elements; nothing overlapping is ever written
    };
    static Argument view_in(const Allocation& allocation, ScalarType viewed, const engine::ViewOf& view);
    static std::optional<Allocation> allocate(engine::OwnTensor own);
    [[nodiscard]] bool place(engine::Launch launch);
    [[nodiscard]] const std::vector<std::uint8_t>& unwritten_of(const Argument& argument) const;

    std::vector<Allocation> allocations_;
    std::vector<Argument> arguments_;
    std::vector<ScalarBits> scalars_;
    engine::BoundDims dims_;
};

}  // namespace phobos::interp
