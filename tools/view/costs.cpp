// SPDX-License-Identifier: Apache-2.0
#include "tools/view/costs.h"

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

#include "lang/base/memory_cost.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::tools::view {
namespace {

std::uint64_t count(std::uint64_t lanes) { return static_cast<std::uint64_t>(std::popcount(lanes)); }

void add_request(LineCosts& costs, const cost::LaneAccess& request, bool is_shared) {
    ++costs.requests;
    if (is_shared) {
        const cost::SharedCost each = cost::shared_cost(request);
        ++costs.shared_requests;
        costs.wavefronts += static_cast<std::uint64_t>(each.wavefronts);
        costs.conflicts += static_cast<std::uint64_t>(each.conflicts());
        costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
        costs.bytes_moved += static_cast<std::uint64_t>(each.wavefronts * cost::banks * cost::bank_bytes);
        return;
    }
    const cost::GlobalCost each = cost::global_cost(request);
    costs.sectors += static_cast<std::uint64_t>(each.sectors);
    costs.ideal_sectors += static_cast<std::uint64_t>(each.ideal_sectors);
    costs.bytes_used += static_cast<std::uint64_t>(each.bytes_used);
    costs.bytes_moved += static_cast<std::uint64_t>(each.sectors * cost::sector_bytes);
}

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
        ++costs.executions;
        costs.lanes += count(row.event.lanes);
        const io::TraceBuffer& buffer = manifest_.buffers[row.access->buffer];
        const int element_bytes = phobos::row(buffer.element).bytes;
        const int run_bytes = row.access->width * element_bytes;
        const program::Congruence proven = manifest_.sites[row.event.site].congruence;
        const std::vector<cost::Part> parts = row.access->width == 1
                                                  ? std::vector<cost::Part>{{0, element_bytes}}
                                                  : cost::parts_of_run(run_bytes, proven.log2_modulus, proven.residue);
        const bool is_shared = buffer.space == "tile";
        std::array<std::int64_t, 64> first{};
        for (std::uint64_t left = row.event.lanes; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            first[static_cast<std::size_t>(lane)] =
                (is_shared ? 0 : buffer.address) + io::offset_of(row, lane) * element_bytes;
        }
        for (const cost::Part& part : parts) {
            std::array<std::int64_t, 64> addresses = first;
            for (std::int64_t& address : addresses) address += part.first;
            add_request(
                costs,
                {std::span(addresses).first(static_cast<std::size_t>(manifest_.lanes)), row.event.lanes, part.bytes},
                is_shared);
        }
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
    return {{"executions", costs.executions},     {"lanes", costs.lanes},
            {"requests", costs.requests},         {"shared_requests", costs.shared_requests},
            {"sectors", costs.sectors},           {"ideal_sectors", costs.ideal_sectors},
            {"wavefronts", costs.wavefronts},     {"conflicts", costs.conflicts},
            {"bytes_used", costs.bytes_used},     {"bytes_moved", costs.bytes_moved},
            {"branches", costs.branches},         {"diverged", costs.diverged},
            {"branch_lanes", costs.branch_lanes}, {"meetings", costs.meetings}};
}

}  // namespace phobos::tools::view
