// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "backend/emit/emitter.h"
#include "backend/emit/shared_layout.h"
#include "backend/emit/together.h"
#include "backend/emit/unrolled.h"
#include "backend/prelude/exchange.h"
#include "lang/base/overloaded.h"
#include "lang/check/facts.h"
#include "lang/check/variables.h"
#include "lang/program/children.h"

namespace phobos::emit {
namespace {

/// What one value of any type takes: each warp leaves its own for the others.
constexpr std::uint64_t scratch_bytes_of_a_warp = 16;

/// Shared memory beside that of tiles, in bytes; 0 where the text has no such part.
struct SharedNeeds {
    std::uint64_t exchange = 0;  ///< before all else, as ph::shared knows
    std::uint64_t scratch = 0;   ///< behind tiles

    [[nodiscard]] std::uint64_t bytes() const {
        SharedLayout layout;
        for (const std::uint64_t part : {exchange, scratch}) (void)layout.allocate(part);
        return layout.bytes();
    }
};

SharedNeeds shared_needs(const program::Program& program, const Toggles& toggles) {
    SharedNeeds needs;
    if (toggles.collectives == Collectives::memory) needs.exchange = ph::exchange_bytes;
    if (needs_scratch(program)) needs.scratch = scratch_bytes_of_a_warp * static_cast<unsigned>(program.warps());
    return needs;
}

Emission begin(const program::CheckedProgram& checked, const Options& options, std::uint64_t most_tile_bytes) {
    const program::Program& program = checked.program();
    return {.checked = checked,
            .options = options,
            .facts = check::analyse_facts(program, checked.levels(), options.assumptions),
            .orders = orders_of(program),
            .writer = Writer(options.source),
            .locals = std::vector<std::string>(program.locals.size()),
            .tensors = std::vector<std::string>(program.tensors.size()),
            .tiles = std::vector<std::string>(program.tiles.size()),
            .dims = std::vector<std::string>(program.dims.size()),
            .assigned = check::reassigned_locals(program),
            .constants = options.toggles.unrolling == Unrolling::asked ? unrolled_locals(program)
                                                                       : std::vector<bool>(program.locals.size()),
            .used_dims = std::vector<bool>(program.dims.size()),
            .functions = std::vector<Function>(1),
            .tile = TileState(plan_tiles(program, options.checking, most_tile_bytes))};
}

/// The names of the kernel's own scope (ctx-2).
void declare_parameters(Emission& e) {
    const program::Program& program = e.program();
    for (const program::Parameter& parameter : program.parameters)
        std::visit(
            Overloaded{
                [&](program::TensorId id) { e.tensors[id.index] = e.names.declare(program.tensors[id.index].name); },
                [&](program::LocalId id) { e.locals[id.index] = e.names.declare(program.locals[id.index].name); },
            },
            parameter);
    for (std::size_t i = 0; i < program.dims.size(); ++i) e.dims[i] = e.names.declare(program.dims[i].name);
}

struct Signature {
    std::vector<Parameter> parameters;
    std::vector<std::string> texts;
};

Signature signature(const Emission& e) {
    const program::Program& program = e.program();
    Signature result;
    const auto add = [&](Parameter parameter, std::string text) {
        result.parameters.push_back(parameter);
        result.texts.push_back(std::move(text));
    };
    for (const program::Parameter& parameter : program.parameters)
        std::visit(
            Overloaded{
                [&](program::TensorId id) {
                    const program::Tensor& tensor = program.tensors[id.index];
                    const std::string_view type = memory_name(tensor.element);
                    const std::string& name = e.tensors[id.index];
                    // what is only read overlaps nothing that is written to (ctx-9)
                    add(TensorParameter{id}, tensor.written ? fmt::format("{}* {}", type, name)
                                                            : fmt::format("const {}* __restrict__ {}", type, name));
                },
                [&](program::LocalId id) {
                    add(ScalarParameter{id},
                        fmt::format("const {} {}", type_name(program.locals[id.index].type), e.locals[id.index]));
                },
            },
            parameter);
    for (std::uint32_t i = 0; i < program.dims.size(); ++i)
        if (e.used_dims[i] && !e.assumed_value({i})) add(DimParameter{{i}}, fmt::format("const i32 {}", e.dims[i]));
    if (e.checks()) add(FaultParameter{}, "ph::FaultRecord* fault_records");
    return result;
}

/// `head(a, b) {`, its parameters on as many lines as they need.
void open_kernel(Writer& writer, const std::string& head, const std::vector<std::string>& parameters) {
    constexpr std::size_t columns = 112;
    std::string line = head + "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string text = parameters[i] + (i + 1 == parameters.size() ? ") {" : ",");
        if (line.size() + text.size() >= columns) {
            writer.line(std::move(line));
            line = "        " + text;
        } else {
            line += (line.ends_with(',') ? " " : "") + text;
        }
    }
    writer.open(parameters.empty() ? line + ") {" : line);
}

std::string launch_bounds(const program::LaunchBounds& bounds) {
    return bounds.min_blocks ? fmt::format("__launch_bounds__({}, {})", bounds.threads, *bounds.min_blocks)
                             : fmt::format("__launch_bounds__({})", bounds.threads);
}

/// What every thread has before the first statement.
void prologue(Emission& e, Writer& writer, std::optional<std::uint64_t> scratch) {
    const program::Program& program = e.program();
    writer.line(fmt::format("const ph::Cta<{}, {}> ctx;", program.bounds.threads, program.lanes));
    for (std::uint32_t i = 0; i < program.dims.size(); ++i)
        if (const auto value = e.assumed_value({i}); value && e.used_dims[i])
            writer.line(
                fmt::format("constexpr i32 {} = {};", e.dims[i], integer_literal(ScalarType::i32, *value).text));
    if (e.checks()) writer.line("ph::Faults faults(ctx, fault_records);");
    if (scratch) writer.line(fmt::format("ph::Scratch scratch(ctx, {});", *scratch));
}

}  // namespace

std::optional<std::int64_t> Emission::assumed_value(program::DimId dim) const {
    const auto& values = options.assumptions.values;
    return dim.index < values.size() ? values[dim.index] : std::nullopt;
}

Emitted emit(const program::CheckedProgram& checked, const Options& options) {
    const program::Program& program = checked.program();
    const SharedNeeds needs = shared_needs(program, options.toggles);
    Emission e =
        begin(checked, options, options.most_shared_bytes - std::min(options.most_shared_bytes, needs.bytes()));
    e.names.declare(options.entry);
    declare_parameters(e);
    block(e, program.body);
    std::vector<Line> body = e.writer.take(0);

    SharedLayout shared;
    [[maybe_unused]] const std::uint64_t tiles = shared.allocate(e.tile.plan.shared_bytes);  // at 0, as is planned
    const std::uint64_t scratch = shared.allocate(needs.scratch);

    Writer writer(options.source);
    if (needs.exchange > 0) writer.line("#define PH_COLLECTIVES_IN_MEMORY 1");
    writer.line("#include \"backend/prelude/prelude.h\"");
    writer.line("");
    writer.line("using namespace ph::types;");
    writer.line("");
    Signature kernel = signature(e);
    open_kernel(writer, fmt::format("extern \"C\" __global__ void {} {}", launch_bounds(program.bounds), options.entry),
                kernel.texts);
    prologue(e, writer, needs.scratch > 0 ? std::optional(scratch) : std::nullopt);
    writer.append(std::move(body));
    writer.close();
    WrittenText written = writer.finish();
    return {.text = std::move(written.text),
            .entry = options.entry,
            .parameters = std::move(kernel.parameters),
            .shared_bytes = needs.exchange + shared.bytes(),
            .cooperative = !program.bars.empty(),
            .lines = std::move(written.lines)};
}

}  // namespace phobos::emit
