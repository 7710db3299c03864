// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "lang/base/ids.h"
#include "lang/program/program.h"

/// Where a text of tile operations needs barriers. A tile operation is one before and after (tile-48); a barrier is
/// written only where two threads would tell.
namespace phobos::emit {

using SharedId = Id<struct SharedTag>;  ///< a buffer of shared memory: a tile or a temporary
using MomentId = Id<struct MomentTag>;  ///< a place of the text where a barrier may stand

/// The bytes of a buffer, from the first up to the end, which is not of them.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::int32_t element_bytes = 0;
    bool is_dense = true;  ///< elements lie one after another, in row order

    /// Whether an element of one lies where that of the same number of the other does.
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

enum class Owner : std::uint8_t {
    anyone,   ///< any thread may reach any element
    element,  ///< thread e mod ctx.threads reaches element e of the buffer, in row order, and no other
};

struct Access {
    std::variant<program::TensorId, SharedId> memory;
    bool writes = false;
    Owner owner = Owner::anyone;

    friend auto operator<=>(const Access&, const Access&) = default;
};

struct Event;
using Events = std::vector<Event>;

/// Accesses of the threads, with no order among those of different threads.
struct Touch {
    MomentId moment{};  ///< before them
    std::vector<Access> accesses{};
    bool is_tile_operation = false;  ///< what follows is ordered after them
    bool has_barrier = false;        ///< all threads meet in a barrier of the block among them
    bool ends_copies = false;        ///< copies on their way end at the moment, and a barrier must tell all threads
};
/// A tile operation begins: what follows is ordered after what was before.
struct Fence {};
struct LoopEvents {
    Events body;
};
struct BranchEvents {
    Events then;
    Events otherwise;
};
struct FunctionEvents {
    Events body;
};
enum class Jump : std::uint8_t { leaves_loop, ends_turn, returns };

struct Event {
    std::variant<Touch, Fence, LoopEvents, BranchEvents, FunctionEvents, Jump> what;
};

/// By MomentId, of `moments`: whether a barrier stands there. `buffers`: by SharedId.
[[nodiscard]] std::vector<bool> barriers_of(const Events& events, std::span<const ByteRange> buffers,
                                            std::size_t moments);

}  // namespace phobos::emit
