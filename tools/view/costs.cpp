// SPDX-License-Identifier: Apache-2.0
#include "tools/view/costs.h"

#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "lang/base/memory_cost.h"
#include "lang/vocabulary/scalar_type.h"
#include "tools/common/access_costs.h"

namespace phobos::tools::view {
namespace {

std::uint64_t count(std::uint64_t lanes) { return static_cast<std::uint64_t>(std::popcount(lanes)); }

class Folder {
public:
    explicit Folder(const io::TraceManifest& manifest) : manifest_(manifest) {}

    void add(LineCosts& costs, const io::TraceRow& row) const {
        if (row.event.kind == io::TraceKind::branch) {
            ++costs.branches;
            costs.branch_lanes += count(row.event.lanes);
            if (row.taken != 0 && row.taken != row.event.lanes) ++costs.diverged;
        } else if (row.event.kind == io::TraceKind::meeting) {
            ++costs.meetings;
        }
        if (row.access) add_access(costs, row);
    }

private:
    void add_access(LineCosts& costs, const io::TraceRow& row) const {
        const io::TraceBuffer& buffer = manifest_.buffers[row.access->buffer];
        const int element_bytes = phobos::row(buffer.element).bytes;
        const program::Congruence proven = manifest_.sites[row.event.site].congruence;
        const bool is_shared = buffer.space == "tile";
        std::array<std::int64_t, 64> first{};
        for (std::uint64_t left = row.event.lanes; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            first[static_cast<std::size_t>(lane)] =
                (is_shared ? 0 : buffer.address) + io::offset_of(row, lane) * element_bytes;
        }
        costs.accesses.add(cost::parts_of_access(row.access->width, element_bytes, proven.log2_modulus, proven.residue),
                           std::span(first).first(static_cast<std::size_t>(manifest_.lanes)), row.event.lanes,
                           is_shared ? cost::Memory::shared : cost::Memory::global);
    }

    const io::TraceManifest& manifest_;
};

}  // namespace

std::map<std::uint32_t, LineCosts> costs_by_line(const io::Trace& trace) {
    const Folder folder(trace.manifest);
    std::map<std::uint32_t, LineCosts> lines;
    io::TraceCursor cursor(trace);
    while (const auto row = cursor.next()) folder.add(lines[trace.manifest.sites[row->event.site].line], *row);
    return lines;
}

Json json_of(const LineCosts& costs) {
    Json json = tools::json_of(costs.accesses);
    json["branches"] = costs.branches;
    json["diverged"] = costs.diverged;
    json["branch_lanes"] = costs.branch_lanes;
    json["meetings"] = costs.meetings;
    return json;
}

}  // namespace phobos::tools::view
