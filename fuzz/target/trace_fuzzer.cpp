// SPDX-License-Identifier: Apache-2.0
// Traces that are read are gone through and count what they say; their manifests are read again as they were.
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/io/trace.h"
#include "lang/base/assert.h"

namespace {

using namespace phobos;

constexpr std::uint64_t limit_bytes = std::uint64_t{1} << 22;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto view = std::as_bytes(std::span(data, size));
    const auto trace = io::read_trace(io::ByteSource::of({view.begin(), view.end()}), limit_bytes);
    if (!trace) return 0;
    io::TraceCounts counts;
    counts.blocks = trace->block_events.size();
    io::TraceCursor cursor(*trace);
    while (const auto row = cursor.next()) {
        ++counts.events;
        PHOBOS_ASSERT(row->event.site < trace->manifest.sites.size());
        PHOBOS_ASSERT((row->taken & ~row->event.lanes) == 0);
        if (!row->access) continue;
        for (int lane = 0; lane < trace->manifest.lanes; ++lane) {
            if ((row->event.lanes >> lane & 1) == 0) continue;
            ++counts.accesses;
            (void)offset_of(*row, lane);
        }
    }
    PHOBOS_ASSERT(counts == trace->manifest.kept);
    const auto again = io::read_manifest(io::json_of(trace->manifest));
    PHOBOS_ASSERT(again.has_value());
    PHOBOS_ASSERT(again->sites == trace->manifest.sites && again->buffers == trace->manifest.buffers);
    return 0;
}
