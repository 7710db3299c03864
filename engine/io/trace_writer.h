// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/spool.h"
#include "engine/io/trace.h"
#include "lang/base/result.h"

namespace phobos::io {

/// A column that grows row by row and lies in a spool but for its last rows.
template <class T>
class TraceColumn {
public:
    using Number = T;

    explicit TraceColumn(std::string folder) : spool_(std::move(folder)), latest_(latest_rows) {}

    void push(T number) {
        latest_[count_++] = number;
        if (count_ == latest_rows) flush();
    }
    void push(std::span<const T> numbers) {
        if (numbers.size() > latest_rows - count_) flush();
        if (numbers.size() > latest_rows) {
            spool_.append(std::as_bytes(numbers));
            return;
        }
        std::copy(numbers.begin(), numbers.end(), latest_.begin() + static_cast<std::ptrdiff_t>(count_));
        count_ += numbers.size();
        if (count_ == latest_rows) flush();
    }
    [[nodiscard]] std::uint64_t size() const { return spool_.bytes() / sizeof(T) + count_; }
    Spool& spool() {
        flush();
        return spool_;
    }

private:
    static constexpr std::size_t latest_rows = 8192;

    void flush() {
        spool_.append(std::as_bytes(std::span(latest_).first(count_)));
        count_ = 0;
    }

    Spool spool_;
    std::vector<T> latest_;
    std::size_t count_ = 0;
};

/// The same columns as those of a Trace.
struct TraceColumns {
    explicit TraceColumns(const std::string& folder);

    TraceColumn<std::uint8_t> kind;
    TraceColumn<std::uint8_t> warp;
    TraceColumn<std::uint32_t> site;
    TraceColumn<std::uint32_t> visit;
    TraceColumn<std::uint64_t> lanes;
    TraceColumn<std::int64_t> block;
    TraceColumn<std::uint64_t> block_events;
    TraceColumn<std::uint32_t> access_buffer;
    TraceColumn<std::uint8_t> access_width;
    TraceColumn<std::uint8_t> access_form;
    TraceColumn<std::int32_t> access_stride;
    TraceColumn<std::int64_t> access_base;
    TraceColumn<std::int64_t> offsets;
    TraceColumn<std::uint64_t> branch_taken;
    TraceColumn<std::uint8_t> values;
};

/// Makes a trace event by event, with the same memory however many there are: columns are kept in nameless files of a
/// folder. What fails there is told when the trace is written.
class TraceWriter {
public:
    explicit TraceWriter(const std::string& folder) : columns_(folder) {}

    /// A new block, to which the events from now on belong.
    void begin(engine::Block block);
    /// An event that is no access and no branch.
    void add(const TraceEvent& event);
    void add_branch(const TraceEvent& event, std::uint64_t taken);
    void add_affine(const TraceEvent& event, const TraceAccess& access);
    /// `offsets` are those of the lanes that take part; base, stride and form of the access are given here.
    void add_listed(const TraceEvent& event, TraceAccess access, std::span<const std::int64_t> offsets);
    /// Of the access that was added last: the elements of its next lane.
    void add_values(std::span<const std::byte> elements);

    /// Blocks with their events, events, and accesses of lanes, so far.
    [[nodiscard]] const TraceCounts& counts() const { return counts_; }

    /// The trace so far, in memory.
    Result<Trace, Error> trace(TraceManifest manifest);
    /// Writes the trace as a file, all or nothing; what it keeps is counted here.
    Result<Done, Error> write(const std::string& path, TraceManifest manifest);

private:
    void add_access(const TraceEvent& event, const TraceAccess& access);
    void end_block();

    TraceColumns columns_;
    TraceCounts counts_;
    std::uint64_t events_before_ = 0;  ///< the block that is begun
};

}  // namespace phobos::io
