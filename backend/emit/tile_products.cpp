// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <variant>

#include "backend/emit/tile_expressions.h"
#include "lang/base/assert.h"
#include "lang/check/alignment.h"

namespace phobos::emit {

namespace {

using namespace program;

constexpr std::int32_t widest = 16;  ///< bytes of an access

/// A buffer as products take it.
std::string matrix(const Emission& e, SharedId id) {
    const SharedBuffer& buffer = e.tile.plan.buffer(id);
    const std::int32_t size = bytes(buffer.element);
    std::int32_t alignment = widest;
    while (buffer.row_stride * size % alignment != 0) alignment /= 2;
    return fmt::format("ph::Matrix<{}, {}, {}, {}>{{{}}}", memory_name(buffer.element), extents_of(buffer.shape),
                       buffer.row_stride, std::max(alignment, size), e.tile.buffers[id.index]);
}

SharedId operand_buffer(const Emission& e, const Expression& operand) {
    const auto result = e.tile.plan.results.find(operand.id);
    if (result != e.tile.plan.results.end()) return result->second;
    const auto* const slice = std::get_if<Slice>(&operand.node);
    PHOBOS_ASSERT(slice != nullptr && slice->starts.empty());
    return e.tile.plan.buffer_of(std::get<TileId>(slice->buffer));
}

/// tile-31
std::string_view mode(const Emission& e) { return has_loose_products(e.program()) ? "ph::Loose" : "ph::Exact"; }

void write_between(Emission& e, std::string_view function, const TileFunction& dot, SharedId target) {
    e.writer.line(fmt::format("ph::{}<{}>(ctx, {}, {}, {});", function, mode(e),
                              matrix(e, operand_buffer(e, dot.arguments[0])),
                              matrix(e, operand_buffer(e, dot.arguments[1])), matrix(e, target)));
}

std::string_view purpose_name(FragmentPurpose purpose) {
    switch (purpose) {
        case FragmentPurpose::dot: return "ph::ForDot";
        case FragmentPurpose::dot_t: return "ph::ForDotT";
        case FragmentPurpose::tensorcore: return "ph::ForTensorcore";
    }
    return {};
}

/// What it is known to be a multiple of, at most `widest`.
std::int32_t multiple(Congruence known) {
    const int zeros = known.residue == 0 ? known.log2_modulus : std::countr_zero(known.residue);
    return std::min(widest, std::int32_t{1} << zeros);
}

/// Bytes that divide the tensor's address and, counted in bytes, its rows and the column at which the slice begins.
std::int32_t alignment_of(const Emission& e, TensorId tensor, const SliceStarts& starts) {
    const check::Placement placement = check::placement_of(e.program(), e.options.assumptions, tensor);
    const std::int32_t rows = multiple(placement.extents[1]) * placement.element_bytes;
    const std::int32_t column = multiple(e.fact(starts[1]).congruence) * placement.element_bytes;
    return std::min({multiple(placement.base), rows, column, widest});
}

}  // namespace

std::string fragment_type(const Emission& e, SharedId resident) {
    const SharedBuffer& tile = e.tile.plan.buffer(resident);
    return fmt::format("ph::Fragment<{}, {}, {}, {}>", type_name(tile.element), extents_of(tile.shape),
                       e.program().bounds.threads, purpose_name(*e.tile.plan.resident(resident)));
}

std::string slice_of(Emission& e, const Buffer& buffer, const SliceStarts& starts, const TileShape& shape) {
    const TensorId tensor = std::get<TensorId>(buffer);
    const std::vector<Extent>& extents = e.program().tensors[tensor.index].shape;
    const std::vector<Text> places = operands(e, starts);
    return fmt::format("ph::slice<{}, {}>({}, {}, {}, {}, {})", extents_of(shape), alignment_of(e, tensor, starts),
                       e.tensors[tensor.index], extent(e, extents[0]).text, extent(e, extents[1]).text, places[0].text,
                       places[1].text);
}

void write_product(Emission& e, const TileFunction& dot, SharedId target) {
    write_between(e, spelling(dot.builtin), dot, target);
}

/// tile-30
void write_chain(Emission& e, const TileFunction& dot, SharedId target) {
    if (!e.tile.plan.resident(target))
        return write_between(e, fmt::format("add_{}", spelling(dot.builtin)), dot, target);
    e.writer.line(fmt::format("ph::accumulate_{}(ctx, {}, {}, {});", spelling(dot.builtin),
                              e.tile.buffers[target.index], matrix(e, operand_buffer(e, dot.arguments[0])),
                              matrix(e, operand_buffer(e, dot.arguments[1]))));
}

void write_stage(Emission& e, const StageSlice& step) {
    const auto& slice = std::get<Slice>(step.slice->node);
    const std::string from = slice_of(e, slice.buffer, slice.starts, step.slice->type.shape);
    e.writer.line(fmt::format("ph::stage(ctx, {}, {});", from, matrix(e, step.target)));
    e.tile.is_staging = true;
}

void finish_stages(Emission& e) {
    if (!e.tile.is_staging) return;
    e.writer.line("ph::stage_commit();");
    e.writer.line("ph::stage_wait<0>();");
    e.tile.is_staging = false;
}

bool product_loop(Emission& e, const For& loop, std::span<const Text> range) {
    const auto planned = e.tile.plan.loops.find(&loop);
    if (planned == e.tile.plan.loops.end()) return false;
    const ProductLoop& plan = planned->second;
    const auto& dot = std::get<TileFunction>(plan.node->dot.node);
    const Local& variable = e.program().locals[loop.variable.index];
    const std::string_view type = type_name(variable.type);

    e.names.open();
    const std::string name = e.names.declare(variable.name);
    e.locals[loop.variable.index] = name;
    const auto slice_function = [&](const Expression& operand) {
        const auto& slice = std::get<Slice>(operand.node);
        const std::string text = slice_of(e, slice.buffer, slice.starts, operand.type.shape);
        const bool is_named = mentions({{.text = text}}, name);
        return fmt::format("[&]({}{}) {{ return {}; }}", type, is_named ? " " + name : "", text);
    };
    const std::array slices{slice_function(dot.arguments[0]), slice_function(dot.arguments[1])};
    e.names.close();

    if (e.tile.plan.barrier_at(plan.moment)) e.writer.line("ph::barrier(ctx);");
    const SharedId tile = e.tile.plan.buffer_of(std::get<TileId>(plan.node->buffer));
    e.writer.line(fmt::format("ph::accumulate_loop_{}<{}>(ctx, {}, ph::Range<{}>({}, {}, {}),", spelling(dot.builtin),
                              plan.stage_count, e.tile.buffers[tile.index], type, range[0].text, range[1].text,
                              range[2].text));
    e.writer.line(fmt::format("    {},", slices[0]));
    e.writer.line(fmt::format("    {}, {});", slices[1], e.tile.plan.buffer(plan.stages).offset));
    return true;
}

}  // namespace phobos::emit
