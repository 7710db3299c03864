// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/cta.h"
#include "backend/prelude/fault_record.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/scalar.h"

namespace ph {

/// Writes a fault into the record of its thread's number, unless there is one of a lower block, or of before a barrier
/// of the grid that this thread had passed.
PH_RARE_FN void keep_first(FaultRecord* record, unsigned long long block, Meetings met, Fault kind, unsigned site,
                           int element, long long first, long long second, long long third) {
    machine::lock(&record->lock);
    volatile FaultRecord* const shared = record;
    const bool comes_first = met.grid == shared->met.grid ? block < shared->block : met.grid < shared->met.grid;
    if (comes_first || shared->block == FaultRecord::no_block) {
        shared->kind = kind;
        shared->site = site;
        shared->element = element;
        shared->block = block;
        shared->values[0] = first;
        shared->values[1] = second;
        shared->values[2] = third;
        shared->met.grid = met.grid;
        shared->met.block = met.block;
        shared->met.warp = met.warp;
    }
    machine::unlock(&record->lock);
}

/// What a checked text asks before it does what may be undefined. The first fault of the thread is recorded. On the
/// host the thread ends there; on the card, where the others could not meet it any more, every question is answered
/// after it as before, so that it goes on with harmless values and misses no barrier.
class Faults {
public:
    template <int threads, int lanes>
    PH_FN Faults(const Cta<threads, lanes>& ctx, FaultRecord* records)
        : record_(records + ctx.thread.value),
          met_(&ctx.met),
          block_(linear(ctx.block.x) +
                 linear(ctx.grid.x) * (linear(ctx.block.y) + linear(ctx.grid.y) * linear(ctx.block.z))) {}

    /// Which element of a tile operation the questions that follow belong to; -1 for none.
    template <class I>
    PH_FN void element(I number) {
        element_ = static_cast<int>(wide(number));
    }

    /// run-4, run-17: whether `elements` elements from `index` on lie inside an axis.
    template <class I, class D>
    PH_FN bool inside(unsigned site, int axis, I index, D extent, int elements = 1) {
        const long long first = wide(index);
        // Said so that an element needs no arithmetic beyond the width of its subscript.
        const bool holds = first >= 0 && (elements == 1 ? first < wide(extent) : first <= wide(extent) - elements);
        if (!holds) record(Fault::out_of_bounds, site, axis, first, elements);
        return holds;
    }

    /// run-24, run-27: whether a part of a run exists.
    template <class I>
    PH_FN bool index(unsigned site, I number, int parts) {
        const long long place = wide(number);
        const bool holds = place >= 0 && place < parts;
        if (!holds) record(Fault::index, site, place);
        return holds;
    }

    /// num-3: 0 where the divisor is.
    template <class T>
    PH_FN T divide(unsigned site, T a, T b) {
        if (b == T(0)) {
            record(Fault::division, site, wide(a));
            return T(0);
        }
        return a / b;
    }
    template <class T>
    PH_FN T remainder(unsigned site, T a, T b) {
        if (b == T(0)) {
            record(Fault::division, site, wide(a));
            return T(0);
        }
        return a % b;
    }

    /// num-5: 0 where the count is outside the width.
    template <class T, class I>
    PH_FN T shift_left(unsigned site, T a, I count) {
        return shifts(site, T::width, count) ? a << count : T(0);
    }
    template <class T, class I>
    PH_FN T shift_right(unsigned site, T a, I count) {
        return shifts(site, T::width, count) ? a >> count : T(0);
    }

    /// Whether a range has a step.
    template <class T>
    PH_FN bool step(unsigned site, T start, T end, T step) {
        const bool holds = step != T(0);
        if (!holds) record(Fault::step, site, wide(start), wide(end));
        return holds;
    }

private:
    static PH_FN unsigned long long linear(i32 extent) { return static_cast<unsigned long long>(extent.value); }

    template <class I>
    PH_FN bool shifts(unsigned site, int width, I count) {
        const long long places = wide(count);
        const bool holds = places >= 0 && places < width;
        if (!holds) record(Fault::shift, site, places);
        return holds;
    }

    PH_FN void record(Fault kind, unsigned site, long long first, long long second = 0, long long third = 0) {
        if (found_) return;
        found_ = true;
        keep_first(record_, block_, *met_, kind, site, element_, first, second, third);
        machine::end_thread();
    }

    FaultRecord* record_;
    const Meetings* met_;
    unsigned long long block_;
    int element_ = -1;
    bool found_ = false;
};

}  // namespace ph
