// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_steps.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "backend/emit/tile_expressions.h"
#include "backend/emit/tile_products.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::emit {

namespace {

using namespace program;

/// `f32 value`
std::string parameter(ScalarType type, const std::string& name) { return fmt::format("{} {}", type_name(type), name); }

/// `[&](int i, int j) -> f32 { return ..; }`: the operand's elements, each computed where it is used.
std::string element_function(Emission& e, const Expression& operand) {
    e.names.open();
    const Places names{e.names.declare("i"), e.names.declare("j")};
    Places places = names;
    for (std::size_t axis = 0; axis < 2; ++axis)
        if (operand.type.shape.extents[axis] == 1) places[axis] = "0";
    const std::size_t mark = e.writer.mark();
    const Text value = element(e, operand, places);
    PHOBOS_ASSERT(e.writer.mark() == mark);
    const std::vector<Line> lines{{.text = value.text}};
    const auto declared = [&](std::size_t axis) { return mentions(lines, names[axis]) ? "int " + names[axis] : "int"; };
    e.names.close();
    return fmt::format("[&]({}, {}) -> {} {{ return {}; }}", declared(0), declared(1), type_name(operand.type.element),
                       value.text);
}

/// A function of rows gives its results one by one.
std::string result_function(Emission& e, Builtin builtin, SharedId target) {
    e.names.open();
    const SharedBuffer& buffer = e.tile.plan.buffer(target);
    const bool gives_rows = builtin != Builtin::cumsum;
    const std::string row = e.names.declare("i");
    const std::string column = e.names.declare("j");
    const std::string value = e.names.declare("value");
    const std::string to = buffer_element(e, target, {row, gives_rows ? "0" : column});
    e.names.close();
    return fmt::format("[&](int {}{}, {}) {{ {} = {}; }}", row, gives_rows ? "" : ", int " + column,
                       parameter(buffer.element, value), to, value);
}

void write_rows(Emission& e, const TileFunction& function, SharedId target) {
    const Expression& operand = function.arguments[0];
    e.writer.line(fmt::format("ph::{}<{}, {}>(ctx, {}, {});", spelling(function.builtin),
                              type_name(operand.type.element), extents_of(operand.type.shape),
                              element_function(e, operand), result_function(e, function.builtin, target)));
}

/// The loop's faults carry elements; those after it do not.
void end_elements(Emission& e, const Expression& value) {
    if (e.checks() && may_fault(value)) e.writer.line("faults.element(-1);");
}

void write(Emission& e, const KeepScalar& step) {
    Text value = operand(e, *step.scalar);
    e.tile.scalars[step.scalar->id] = keep(e, step.scalar->type.element, "scalar", std::move(value));
}

/// tile-10, tile-11
void write(Emission& e, const OpenWindow& step) {
    const std::vector<Text> starts = operands(e, *step.starts);
    const std::string name = e.names.declare(fmt::format("{}_slice", std::string(buffer_name(e, step.buffer))));
    std::vector<std::string> axes;
    std::string row;
    for (std::size_t axis = 0; axis < starts.size(); ++axis) {
        const Text length = std::visit(
            Overloaded{
                [&](TensorId id) { return extent(e, e.program().tensors[id.index].shape[axis]); },
                [&](TileId id) { return extent(e, std::int64_t{e.program().tiles[id.index].shape.extents[axis]}); },
            },
            step.buffer);
        axes.push_back(fmt::format("ph::axis({}, {})", starts[axis].text, length.text));
        row = length.text;
    }
    const bool is_tile = std::holds_alternative<TileId>(step.buffer);
    if (is_tile) {
        const SharedId buffer = e.tile.plan.buffer_of(std::get<TileId>(step.buffer));
        row = fmt::format("{}", e.tile.plan.buffer(buffer).row_stride);
    }
    e.writer.line(fmt::format("const auto {} = ph::window<{}>({}, {}, {});", name, extents_of(step.shape),
                              buffer_name(e, step.buffer), row, fmt::join(axes, ", ")));
    e.tile.windows[step.starts->front().id] = name;
}

void write(Emission& e, const BindArguments& step) { bind_parameters(e, step.generate->bindings); }

void write(Emission& e, const Compute& step) {
    const auto* const function = std::get_if<TileFunction>(&step.value->node);
    if (function != nullptr && !is_fused(*step.value)) {
        if (is_dot(function->builtin)) return write_product(e, *function, step.target);
        return write_rows(e, *function, step.target);
    }
    const SharedBuffer& target = e.tile.plan.buffer(step.target);
    const bool is_resident = e.tile.plan.resident(step.target).has_value();
    if (is_resident && step.value->type.form != Form::tile) {
        const Text filling = convert(target.element, step.value->type.element, element(e, *step.value, {}));
        e.writer.line(fmt::format("{}.fill({});", e.tile.buffers[step.target.index], filling.text));
        return;
    }
    const auto in_registers = is_resident ? step.target : e.tile.plan.resident_in_operands(*step.value);
    each_element(e, in_registers, target.shape, [&](const Places& places) {
        const bool is_tile = step.value->type.form == Form::tile;
        const Text value = is_tile ? computed_element(e, *step.value, places) : element(e, *step.value, places);
        const Text converted = convert(target.element, step.value->type.element, value);
        e.writer.line(fmt::format("{} = {};", buffer_element(e, step.target, places), converted.text));
    });
    end_elements(e, *step.value);
}

void write(Emission& e, const CallTile& step) {
    const auto& call = std::get<program::Call>(step.call->node);
    (void)expanded_call(e, call, step.call->type, {.tile_result = e.tile.buffers[step.result.index]});
}

/// What stands in the target at the places, and how a value is written there.
struct TargetElement {
    Text value;
    std::string store;  ///< with {} for the value
};
TargetElement target_element(const Emission& e, const Buffer& buffer, const SliceStarts& starts, const Places& places) {
    if (starts.empty()) {
        const SharedId tile = e.tile.plan.buffer_of(std::get<TileId>(buffer));
        return {buffer_value(e, tile, places), buffer_element(e, tile, places) + " = {};"};
    }
    const std::string& window = e.tile.windows.at(starts.front().id);
    const std::string list = fmt::format("{}", fmt::join(places, ", "));
    return {{.text = fmt::format("{}.load({})", window, list)}, fmt::format("{}.store({{}}, {});", window, list)};
}

/// tile-19: `x op e` in the type of e, or a shift in that of x, and back
Text compound(Emission& e, const TileStore& store, const Text& target, const Text& value, const Places& places) {
    const ScalarType element = element_type(e, store.buffer);
    const ScalarType right = store.value.type.element;
    const ScalarType computed = shape(*store.op) == OperatorShape::shift ? element : right;
    const Text left = convert(computed, element, target);
    if (!e.checks() || !may_fault(*store.op, computed))
        return convert(element, computed, apply(*store.op, computed, left, value));
    e.writer.line(fmt::format("faults.element({});", element_number(store.shape, places)));
    return convert(element, computed, checked_binary(e, *store.op, computed, store.site, left, value));
}

/// The tile in registers that the operation goes through element by element.
std::optional<SharedId> resident_of(const Emission& e, const TileStore& store) {
    if (const auto* const tile = std::get_if<TileId>(&store.buffer)) {
        const SharedId target = e.tile.plan.buffer_of(*tile);
        if (e.tile.plan.resident(target)) return target;
    }
    return e.tile.plan.resident_in(store.value);
}

void write(Emission& e, const WriteSlice& step) {
    const TileStore& store = *step.store;
    const ScalarType type = element_type(e, store.buffer);
    each_element(e, resident_of(e, store), store.shape, [&](const Places& places) {
        Places from = places;
        if (store.value.type.form == Form::tile)
            for (std::size_t axis = 0; axis < places.size(); ++axis)
                if (store.value.type.shape.extents[axis] == 1) from[axis] = "0";
        const Text value = element(e, store.value, from);
        const TargetElement target = target_element(e, store.buffer, store.starts, places);
        const Text written =
            store.op ? compound(e, store, target.value, value, places) : convert(type, store.value.type.element, value);
        e.writer.line(fmt::format(fmt::runtime(target.store), written.text));
    });
    const bool is_checked = e.checks() && store.op && may_fault(*store.op, store.value.type.element);
    if (is_checked && !may_fault(store.value)) e.writer.line("faults.element(-1);");
    end_elements(e, store.value);
}

void write(Emission& e, const StoreFragment& step) {
    const std::string tile = e.tile.buffers[step.resident.index];
    std::string stored = tile;
    if (!std::holds_alternative<Slice>(step.value->node)) {
        stored = e.names.declare("result");
        e.writer.line(fmt::format("auto {} = {};", stored, tile));
        e.tile.buffers[step.resident.index] = stored;
        each_element(e, step.resident, step.store->shape, [&](const Places& places) {
            const Text value = element(e, *step.value, places);
            e.writer.line(fmt::format("{} = {};", e.tile.elements.at(step.resident), value.text));
        });
        e.tile.buffers[step.resident.index] = tile;
        end_elements(e, *step.value);
    }
    const TileStore& store = *step.store;
    e.writer.line(fmt::format("{}.store(ctx, {});", stored, slice_of(e, store.buffer, store.starts, store.shape)));
}

void write(Emission& e, const Chain& step) { write_chain(e, std::get<TileFunction>(step.node->dot.node), step.target); }

void write(Emission& e, const StageSlice& step) { write_stage(e, step); }

void write(Emission& e, const ReadTarget& step) {
    each_element(e, std::nullopt, step.node->shape, [&](const Places& places) {
        const TargetElement from = target_element(e, step.node->buffer, step.node->starts, places);
        e.writer.line(fmt::format("{} = {};", buffer_element(e, step.copy, places), from.value.text));
    });
}

void write(Emission& e, const WriteTarget& step) {
    each_element(e, std::nullopt, step.node->shape, [&](const Places& places) {
        const TargetElement to = target_element(e, step.node->buffer, step.node->starts, places);
        e.writer.line(fmt::format(fmt::runtime(to.store), buffer_value(e, step.copy, places).text));
    });
}

/// The buffer that a step is the first to write, if it is no tile's.
std::optional<SharedId> temporary_of(const Emission& e, const Step& step) {
    const std::optional<SharedId> target =
        std::visit(Overloaded{
                       [](const Compute& work) -> std::optional<SharedId> { return work.target; },
                       [](const StageSlice& work) -> std::optional<SharedId> { return work.target; },
                       [](const CallTile& work) -> std::optional<SharedId> { return work.result; },
                       [](const ReadTarget& work) -> std::optional<SharedId> { return work.copy; },
                       [](const KeepScalar&) -> std::optional<SharedId> { return {}; },
                       [](const OpenWindow&) -> std::optional<SharedId> { return {}; },
                       [](const BindArguments&) -> std::optional<SharedId> { return {}; },
                       [](const WriteSlice&) -> std::optional<SharedId> { return {}; },
                       [](const StoreFragment&) -> std::optional<SharedId> { return {}; },
                       [](const Chain&) -> std::optional<SharedId> { return {}; },
                       [](const WriteTarget&) -> std::optional<SharedId> { return {}; },
                   },
                   step.work);
    const bool is_declared = target && !e.tile.buffers[target->index].empty();
    return is_declared ? std::nullopt : target;
}

/// Whether it reads the operands of a product.
bool is_product(const Step& step) {
    if (std::holds_alternative<Chain>(step.work)) return true;
    const auto* const compute = std::get_if<Compute>(&step.work);
    const auto* const function = compute == nullptr ? nullptr : std::get_if<TileFunction>(&compute->value->node);
    return function != nullptr && is_dot(function->builtin);
}

}  // namespace

void declare_buffer(Emission& e, SharedId id, const std::string& wish) {
    const SharedBuffer& buffer = e.tile.plan.buffer(id);
    const std::string_view type = memory_name(buffer.element);
    e.tile.buffers[id.index] = e.names.declare(wish);
    if (e.tile.plan.resident(id)) {
        e.writer.line(fmt::format("{} {};", fragment_type(e, id), e.tile.buffers[id.index]));
        return;
    }
    e.writer.line(
        fmt::format("{}* const {} = ph::shared<{}>({});", type, e.tile.buffers[id.index], type, buffer.offset));
}

void write_steps(Emission& e, const Expression& value) {
    const std::vector<Step>& steps = e.tile.plan.steps.at(value.id);
    const auto write_all = [&] {
        for (const Step& step : steps) {
            if (const auto temporary = temporary_of(e, step)) declare_buffer(e, *temporary, "temporary");
            if (is_product(step)) finish_stages(e);
            if (e.tile.plan.barrier_at(step.moment)) e.writer.line("ph::barrier(ctx);");
            std::visit([&](const auto& work) { write(e, work); }, step.work);
        }
    };
    if (steps.size() > 1)
        braced(e, "{", write_all);
    else
        write_all();
    if (e.tile.plan.barrier_after(value.id)) e.writer.line("ph::barrier(ctx);");
}

}  // namespace phobos::emit
