// SPDX-License-Identifier: Apache-2.0
#include "engine/fault_text.h"

#include <utility>

#include "engine/dims.h"

namespace phobos::engine {
namespace {

FaultValue value(std::string name, std::int64_t number) {
    return {std::move(name), ScalarType::i64, {static_cast<std::uint64_t>(number)}};
}

std::string text(std::int64_t number) { return std::to_string(number); }

}  // namespace

Trapped trapped(FaultText fault, const Place& place) {
    return {fault.kind, place, {}, std::move(fault.values), std::move(fault.message)};
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
    std::vector<FaultValue> values(extents.size());
    std::string place;
    for (std::size_t axis = extents.size(); axis-- > 0; position /= extents[axis]) {
        const std::int64_t index = position % extents[axis];
        place = text(index) + (place.empty() ? "" : ", ") + place;
        values[axis] = value(extents.size() == 1 ? "index" : "index_" + std::to_string(axis), index);
    }
    return {FaultKind::uninitialised, std::move(values),
            std::string(buffer) + "[" + place + "] is read but was never written"};
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

Limited steps_reached(std::uint64_t steps) {
    return {LimitKind::steps, "the limit of " + std::to_string(steps) + " steps was reached"};
}

Limited memory_exceeded() {
    return {LimitKind::memory, "the launch needs more memory than the limit or the machine has"};
}

Limited time_reached() { return {LimitKind::time, "the limit of time was reached"}; }

}  // namespace phobos::engine
