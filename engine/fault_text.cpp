// SPDX-License-Identifier: Apache-2.0
#include "engine/fault_text.h"

#include <utility>

#include "engine/dims.h"
#include "lang/base/decimal.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::engine {
namespace {

FaultValue value(std::string name, std::int64_t number) {
    return {std::move(name), ScalarType::i64, {static_cast<std::uint64_t>(number)}};
}

std::string text(std::int64_t number) { return std::to_string(number); }

/// An element as a subscript has it, and its indices by their names.
struct ElementText {
    std::string text;
    std::vector<FaultValue> indices;
};
ElementText element_of(std::string_view buffer, std::span<const std::int64_t> extents, std::int64_t position) {
    ElementText element{"", std::vector<FaultValue>(extents.size())};
    for (std::size_t axis = extents.size(); axis-- > 0; position /= extents[axis]) {
        const std::int64_t index = position % extents[axis];
        element.text = text(index) + (element.text.empty() ? "" : ", ") + element.text;
        element.indices[axis] = value(extents.size() == 1 ? "index" : "index_" + std::to_string(axis), index);
    }
    element.text = std::string(buffer) + "[" + element.text + "]";
    return element;
}

std::string text(ScalarType type, ScalarBits bits) {
    if (type == ScalarType::boolean) return bits.bits != 0 ? "true" : "false";
    return is_float(type) ? shortest_decimal(bits.bits, float_format(type)) : text(integer_value(type, bits));
}

/// "thread 3", and where blocks differ "thread 3 of block 1" or "thread 3 of block [1, 0, 2]"
std::string thread_text(const RacingAccess& access, const RacingAccess& other) {
    const Block& block = access.place.block;
    std::string thread = "thread " + text(access.thread);
    if (block == other.place.block) return thread;
    const bool is_line = block.y == 0 && block.z == 0 && other.place.block.y == 0 && other.place.block.z == 0;
    if (is_line) return thread + " of block " + text(block.x);
    return thread + " of block [" + text(block.x) + ", " + text(block.y) + ", " + text(block.z) + "]";
}

std::string deed_text(const RacingAccess& access, ScalarType type, const std::string& element) {
    switch (access.kind) {
        case AccessKind::read: return " reads " + element;
        case AccessKind::write: return " writes " + text(type, access.written) + " to " + element;
        case AccessKind::atomic: return " updates " + element + " atomically";
    }
    return "";
}

}  // namespace

Trapped trapped(FaultText fault, const Place& place) {
    return {fault.kind, place, std::move(fault.others), std::move(fault.values), std::move(fault.message)};
}

FaultText outside_axis(const AxisOf& axis, std::int64_t index, std::int64_t elements) {
    const std::string where = "axis " + text(axis.axis) + " of " + std::string(axis.buffer) + ", which has " +
                              counted(static_cast<std::uint64_t>(axis.extent), "element");
    FaultText fault{FaultKind::out_of_bounds,
                    {value("index", index), value("axis", axis.axis), value("extent", axis.extent)},
                    "index " + text(index) + " is outside " + where};
    if (elements == 1) return fault;
    fault.values.push_back(value("elements", elements));
    fault.message = "elements " + text(index) + " :+ " + text(elements) + " are not inside " + where;
    return fault;
}

FaultText outside_run(RunPart part, std::int64_t index, std::int64_t parts) {
    const std::string what = part == RunPart::word ? "word" : "element";
    return {FaultKind::index,
            {value("index", index), value(what + "s", parts)},
            "index " + text(index) + " is outside the run of " + counted(static_cast<std::uint64_t>(parts), what)};
}

FaultText divided_by_zero(std::int64_t dividend) {
    return {
        FaultKind::division, {value("dividend", dividend), value("divisor", 0)}, text(dividend) + " is divided by 0"};
}

FaultText shifted_too_far(std::int64_t count, int width_bits) {
    return {FaultKind::shift,
            {value("count", count), value("width", width_bits)},
            "the shift count " + text(count) + " is outside 0 to " + text(width_bits - 1)};
}

FaultText step_of_zero(std::int64_t start, std::int64_t end) {
    return {FaultKind::step,
            {value("start", start), value("end", end), value("step", 0)},
            "the step of the range from " + text(start) + " to " + text(end) + " is 0"};
}

FaultText never_written(std::string_view buffer, std::span<const std::int64_t> extents, std::int64_t position) {
    ElementText element = element_of(buffer, extents, position);
    return {FaultKind::uninitialised, std::move(element.indices), element.text + " is read but was never written"};
}

FaultText at_element(FaultText fault, std::int64_t element) {
    fault.values.push_back(value("element", element));
    return fault;
}

FaultText never_arrives(std::int64_t block) {
    return {FaultKind::grid_barrier,
            {value("block", block)},
            "block " + text(block) + " never comes to the grid_barrier at which another block waits"};
}

FaultText race(const Race& race) {
    const auto& [buffer, extents, position, type, access, other, keeps_to_lockstep] = race;
    ElementText element = element_of(buffer, extents, position);
    std::vector<FaultValue> values = std::move(element.indices);
    const auto tell = [&](const RacingAccess& one, const std::string& prefix) {
        values.push_back(value(prefix + "thread", one.thread));
        if (one.kind == AccessKind::write)
            values.push_back(is_float(type) ? FaultValue{prefix + "written", type, one.written}
                                            : value(prefix + "written", integer_value(type, one.written)));
    };
    tell(access, "");
    tell(other, "other_");
    const std::string accesses = thread_text(access, other) + deed_text(access, type, element.text) + " and " +
                                 thread_text(other, access) + deed_text(other, type, "it");
    return {FaultKind::race,
            std::move(values),
            accesses + (keeps_to_lockstep ? ", and only the lockstep of their warp orders the two"
                                          : ", and no barrier orders the two"),
            {other.place}};
}

Limited steps_reached(std::uint64_t steps) {
    return {LimitKind::steps, "the limit of " + std::to_string(steps) + " steps was reached"};
}

Limited memory_exceeded() {
    return {LimitKind::memory, "the launch needs more memory than the limit or the machine has"};
}

Limited time_reached() { return {LimitKind::time, "the limit of time was reached"}; }

}  // namespace phobos::engine
