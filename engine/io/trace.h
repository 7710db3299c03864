// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/file.h"
#include "engine/io/trace_manifest.h"
#include "lang/base/result.h"

/// Traces: the events of a run as the columns of an .npz archive, which docs/traces.md describes. Events stand in the
/// order in which they happened, block after block; those of the kinds load, store and atomic have a row of the columns
/// `access_..` too, those of the kind branch one of `branch_taken`.
namespace phobos::io {

enum class TraceKind : std::uint8_t { load, store, atomic, branch, reunion, meeting };
inline constexpr std::size_t trace_kinds = 6;

/// "load", "store", ..
std::string_view spelling(TraceKind kind);

constexpr bool is_access(TraceKind kind) { return kind <= TraceKind::atomic; }

/// What every event says.
struct TraceEvent {
    TraceKind kind = TraceKind::load;
    std::uint8_t warp = 0;
    std::uint32_t site = 0;
    std::uint32_t visit = 0;  ///< how often the warp has been at the site before in this block
    std::uint64_t lanes = 0;  ///< bit l: lane l takes part
};

/// How the offsets of an access, counted in elements of the buffer, are told: `base + stride * lane`; or one by one for
/// the lanes that take part, from number `base` of the column `offsets` on.
enum class OffsetForm : std::uint8_t { affine, listed };

struct TraceAccess {
    std::uint32_t buffer = 0;
    std::uint8_t width = 1;  ///< elements a lane, one behind another
    OffsetForm form = OffsetForm::affine;
    std::int32_t stride = 0;  ///< 0 of a listed one
    std::int64_t base = 0;
};

/// A whole trace, as `read_trace` and `TraceWriter` give it: what it says is consistent, and offsets are of elements of
/// their buffers.
struct Trace {
    TraceManifest manifest;
    std::vector<std::uint8_t> kind;
    std::vector<std::uint8_t> warp;
    std::vector<std::uint32_t> site;
    std::vector<std::uint32_t> visit;
    std::vector<std::uint64_t> lanes;
    std::vector<std::int64_t> block;  ///< x, y and z of each block that is traced, in their order
    std::vector<std::uint64_t> block_events;
    std::vector<std::uint32_t> access_buffer;
    std::vector<std::uint8_t> access_width;
    std::vector<std::uint8_t> access_form;
    std::vector<std::int32_t> access_stride;
    std::vector<std::int64_t> access_base;
    std::vector<std::int64_t> offsets;
    std::vector<std::uint64_t> branch_taken;
    std::vector<std::uint8_t> values;  ///< of each access, lane by lane, its elements' bytes; empty without values

    [[nodiscard]] std::uint64_t events() const { return kind.size(); }
};

/// Calls `see(name, column, numbers_a_row)` for each column of a trace, in the file's order.
template <class SomeTrace, class See>
void for_each_column(SomeTrace& trace, const See& see) {
    see("kind", trace.kind, 1);
    see("warp", trace.warp, 1);
    see("site", trace.site, 1);
    see("visit", trace.visit, 1);
    see("lanes", trace.lanes, 1);
    see("block", trace.block, 3);
    see("block_events", trace.block_events, 1);
    see("access_buffer", trace.access_buffer, 1);
    see("access_width", trace.access_width, 1);
    see("access_form", trace.access_form, 1);
    see("access_stride", trace.access_stride, 1);
    see("access_base", trace.access_base, 1);
    see("offsets", trace.offsets, 1);
    see("branch_taken", trace.branch_taken, 1);
    see("values", trace.values, 1);
}

/// A trace file. Fails as opening and unpacking an archive does, with trace_malformed for anything else than a
/// consistent trace, with trace_version, and with file_too_large above `limit_bytes` of columns.
Result<Trace, Error> read_trace(const ByteSource& archive, std::uint64_t limit_bytes = engine::physical_memory_bytes());

/// One event with all that the columns say of it.
struct TraceRow {
    TraceEvent event;
    engine::Block block;
    std::uint64_t block_number = 0;  ///< among those that are traced
    std::optional<TraceAccess> access;
    std::span<const std::int64_t> listed = {};  ///< of a listed access, for the lanes that take part
    std::span<const std::uint8_t> values = {};  ///< where there are some
    std::uint64_t taken = 0;                    ///< of a branch: the lanes for which the condition holds
};

/// The offset of a lane that takes part in the row's access.
std::int64_t offset_of(const TraceRow& row, int lane);

/// Goes through the events of a trace, which outlives it.
class TraceCursor {
public:
    explicit TraceCursor(const Trace& trace) : trace_(trace) {}
    std::optional<TraceRow> next();

private:
    const Trace& trace_;
    std::uint64_t event_ = 0;
    std::uint64_t access_ = 0;
    std::uint64_t branch_ = 0;
    std::uint64_t value_ = 0;
    std::uint64_t block_ = 0;
    std::uint64_t in_block_ = 0;  ///< events of it that were given
};

}  // namespace phobos::io
