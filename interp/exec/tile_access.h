// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "interp/exec/cta.h"
#include "interp/exec/teller.h"
#include "interp/exec/tile_plan.h"

namespace phobos::interp {

inline const BufferView& view_of(const SliceTarget& target, const Cta& cta) {
    return target.shared ? (*cta.tiles)[target.index].view() : cta.launch->tensors[target.index];
}

/// Where a slice lies in its buffer, of which neighbouring axes that lie together are merged.
struct Window {
    struct Axis {
        std::int64_t extent = 1;  ///< of the slice
        std::int64_t low = 0;     ///< from here on its positions are inside the buffer
        std::int64_t high = 1;    ///< and from here on no more
        std::int64_t start = 0;   ///< in the buffer; has no meaning where nothing is inside
        std::int64_t stride = 0;  ///< elements of the buffer
        std::int64_t whole = 1;   ///< extent of the buffer

        [[nodiscard]] bool has(std::int64_t position) const { return position >= low && position < high; }
        [[nodiscard]] bool is_inside() const { return low == 0 && high == extent; }
        [[nodiscard]] bool covers() const { return is_inside() && extent == whole; }
        [[nodiscard]] std::int64_t offset(std::int64_t position) const { return (start + position) * stride; }
    };
    std::array<Axis, limits::rank> axes{};  ///< the last is a row

    [[nodiscard]] const Axis& row() const { return axes.back(); }
};

/// Evaluates the starts.
Window window_of(const SliceTarget& target, Cta& cta);

/// Calls `each` with the slice's first element of a row and, where elements of it are inside, with the buffer's element
/// that is the slice's `row().low` behind it.
template <class Each>
void for_each_row(const Window& window, const Each& each) {
    const auto& [a, b, c, row] = window.axes;
    std::int64_t first = 0;
    for (std::int64_t i = 0; i < a.extent; ++i)
        for (std::int64_t j = 0; j < b.extent; ++j)
            for (std::int64_t k = 0; k < c.extent; ++k, first += row.extent) {
                const bool inside = a.has(i) && b.has(j) && c.has(k) && row.low < row.high;
                each(first, inside ? std::optional(a.offset(i) + b.offset(j) + c.offset(k) + row.offset(row.low))
                                   : std::nullopt);
            }
}

/// tile-11: elements outside are 0. Reports the first that was never written.
void read_slice(const SliceTarget& target, const Window& window, Cta& cta, std::byte* out);
/// Where the elements lie in the buffer itself, one after the other, or null; reports likewise.
const std::byte* borrow_slice(const SliceTarget& target, const Window& window, Cta& cta);

/// Where the rows of a matrix lie in the buffer itself, `stride` elements apart.
struct LentRows {
    const std::byte* first;
    std::size_t stride;
};
/// Those of a slice of rank 2 that is inside; reports likewise.
std::optional<LentRows> lend_rows(const SliceTarget& target, const Window& window, Cta& cta);

enum class Given : std::uint8_t { tile, one_for_all };
/// tile-11: elements outside are not written.
void write_slice(const SliceTarget& target, const Window& window, Cta& cta, const std::byte* value, Given given);

/// Tells the observer of the elements that the threads read, or have written, together: element e of the slice by
/// thread e mod their number.
void observe_slice(const SliceTarget& target, const Window& window, Cta& cta, observe::AccessKind kind);
/// Tells it of the barrier that a tile operation is.
void observe_tile_barrier(program::SiteId site, Cta& cta, Execution execution);

/// tile-51: ends the CTA with a fault of one element of a tile operation's result.
[[noreturn]] void trap_at_element(const Cta& cta, program::SiteId site, std::int64_t element, engine::FaultText what);

/// A tile operation takes as long as many statements: ends the CTA where its time is over.
void look_at_clock(const Cta& cta);

}  // namespace phobos::interp
