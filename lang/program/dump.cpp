// SPDX-License-Identifier: Apache-2.0
#include "lang/program/dump.h"

#include <fmt/format.h>

#include <string_view>

#include "lang/base/decimal.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::program {
namespace {

std::string constant_text(ScalarType type, ScalarBits value) {
    switch (type) {
        case ScalarType::boolean: return value.bits != 0 ? "true" : "false";
        case ScalarType::f16:
        case ScalarType::bf16:
        case ScalarType::f32:
        case ScalarType::f64: return shortest_decimal(value.bits, float_format(type));
        case ScalarType::i8:
        case ScalarType::u8:
        case ScalarType::i32:
        case ScalarType::u32:
        case ScalarType::i64: return fmt::to_string(integer_value(type, value));
    }
    return {};
}

std::string_view spelling(ShuffleKind kind) {
    switch (kind) {
        case ShuffleKind::lane: return "shuffle";
        case ShuffleKind::exclusive_or: return "shuffle_xor";
        case ShuffleKind::up: return "shuffle_up";
        case ShuffleKind::down: return "shuffle_down";
    }
    return {};
}

std::string_view spelling(AtomicOperator op) {
    switch (op) {
        case AtomicOperator::add: return "atomic_add";
        case AtomicOperator::minimum: return "atomic_min";
        case AtomicOperator::maximum: return "atomic_max";
        case AtomicOperator::bit_and: return "atomic_and";
        case AtomicOperator::bit_or: return "atomic_or";
        case AtomicOperator::bit_xor: return "atomic_xor";
        case AtomicOperator::exchange: return "atomic_exchange";
        case AtomicOperator::compare_exchange: return "atomic_cas";
    }
    return {};
}

class Dumper {
public:
    explicit Dumper(const Program& program) : program_(program) {}

    [[nodiscard]] std::string tables() const;
    [[nodiscard]] std::string block(const Block& block, int depth) const;
    [[nodiscard]] std::string text(const Expression& expression, int depth) const;

private:
    [[nodiscard]] std::string text(const Statement& statement, int depth) const;
    [[nodiscard]] std::string bindings(const std::vector<Binding>& bindings, int depth) const;
    [[nodiscard]] std::string slice(const Buffer& buffer, const SliceStarts& starts, const TileShape& shape,
                                    int depth) const;
    [[nodiscard]] std::string name(LocalId id) const {
        return fmt::format("{}#{}", program_.locals[id.index].name, id.index);
    }
    [[nodiscard]] std::string name(const Buffer& buffer) const {
        return std::visit(Overloaded{
                              [&](TensorId id) { return program_.tensors[id.index].name; },
                              [&](TileId id) { return fmt::format("{}#{}", program_.tiles[id.index].name, id.index); },
                          },
                          buffer);
    }
    [[nodiscard]] std::string list(const std::vector<Expression>& expressions, int depth) const {
        std::string result;
        for (const Expression& expression : expressions)
            result += (result.empty() ? "" : ", ") + text(expression, depth);
        return result;
    }
    [[nodiscard]] std::string extent(const Extent& extent) const {
        return std::visit(Overloaded{
                              [](std::int64_t value) { return fmt::to_string(value); },
                              [&](DimId id) { return program_.dims[id.index].name; },
                          },
                          extent);
    }

    const Program& program_;
};

std::string at(SiteId site) { return fmt::format("@{}", site.index); }
std::string at(const std::optional<SiteId>& site) { return site ? at(*site) : std::string(); }
std::string indent(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

std::string Dumper::tables() const {
    std::string result =
        fmt::format("kernel {} lanes={} threads={}\n", program_.kernel, program_.lanes, program_.bounds.threads);
    for (const Attribute attribute : program_.attributes)
        result += fmt::format("attribute {}\n", phobos::spelling(attribute));
    for (const Tunable& tunable : program_.tunables)
        result += fmt::format("tunable {} = {}\n", tunable.name, tunable.value);
    for (const Dim& dim : program_.dims)
        result +=
            fmt::format("dim {}{}\n", dim.name, dim.multiple == 1 ? "" : fmt::format(" multiple={}", dim.multiple));
    for (const Tensor& tensor : program_.tensors) {
        result += fmt::format("tensor {}: {}[", tensor.name, phobos::spelling(tensor.element));
        for (const Extent& axis : tensor.shape) result += (&axis == tensor.shape.data() ? "" : ", ") + extent(axis);
        result += fmt::format("]{}{}\n", tensor.read ? " read" : "", tensor.written ? " written" : "");
    }
    for (const Tile& tile : program_.tiles)
        result += fmt::format("tile {}#{}: {}[{}]\n", tile.name, &tile - program_.tiles.data(),
                              phobos::spelling(tile.element), fmt::join(tile.shape.axes(), ", "));
    for (const Local& local : program_.locals)
        result +=
            fmt::format("local {}#{}: {}\n", local.name, &local - program_.locals.data(), phobos::spelling(local.type));
    return result;
}

std::string Dumper::block(const Block& block, int depth) const {
    std::string result = "{\n";
    for (const Statement& statement : block.statements) result += indent(depth + 1) + text(statement, depth + 1) + "\n";
    return result + indent(depth) + "}";
}

std::string Dumper::text(const Statement& statement, int depth) const {
    const auto operand = [&](const Expression& expression) { return text(expression, depth); };
    return std::visit(
        Overloaded{
            [&](const Assign& node) {
                return fmt::format("{}{} = {}", node.declares ? "new " : "", name(node.local), operand(node.value));
            },
            [&](const DeclareTile& node) {
                return fmt::format("new {}{}{}", name(Buffer{node.tile}), at(node.site),
                                   node.value ? " = " + operand(*node.value) : "");
            },
            [&](const TileStore& node) {
                return fmt::format("{}{} {}= {}", slice(node.buffer, node.starts, node.shape, depth), at(node.site),
                                   node.op ? phobos::spelling(*node.op) : "", operand(node.value));
            },
            [&](const Accumulate& node) {
                return fmt::format("{}{} chain {}", slice(node.buffer, node.starts, node.shape, depth), at(node.site),
                                   operand(node.dot));
            },
            [&](const Store& node) {
                return fmt::format("{}[{}]{} {}= {}", name(node.buffer), list(node.subscripts, depth), at(node.site),
                                   node.op ? phobos::spelling(*node.op) : "", operand(node.value));
            },
            [&](const RunStore& node) {
                return fmt::format("store{}({}[{} :+ {}], {})", at(node.site), name(node.buffer),
                                   list(node.subscripts, depth), node.elements, operand(node.value));
            },
            [&](const If& node) {
                const std::string otherwise =
                    node.otherwise->statements.empty() ? "" : " else " + block(*node.otherwise, depth);
                return fmt::format("if{} {} {}{}", at(node.site), operand(node.condition), block(*node.then, depth),
                                   otherwise);
            },
            [&](const For& node) {
                return fmt::format("for{}{} {} in range({}, {}, {}) {}", at(node.site),
                                   node.unroll ? fmt::format("<unroll {}>", *node.unroll) : "", name(node.variable),
                                   operand(node.start), operand(node.end), operand(node.step),
                                   block(*node.body, depth));
            },
            [&](const While& node) {
                return fmt::format("while{} {} {}", at(node.site), operand(node.condition), block(*node.body, depth));
            },
            [](const Break&) { return std::string("break"); },
            [](const Continue&) { return std::string("continue"); },
            [&](const Return& node) { return node.value ? "return " + operand(*node.value) : std::string("return"); },
            [&](const Evaluate& node) { return operand(node.expression); },
            [](const Barrier& node) { return "barrier" + at(node.site); },
            [](const WarpBarrier& node) { return "warp_barrier" + at(node.site); },
            [&](const GridBarrier& node) {
                return fmt::format("grid_barrier{}({})", at(node.site), name(Buffer{node.bar}));
            },
        },
        statement.node);
}

std::string Dumper::bindings(const std::vector<Binding>& bindings, int depth) const {
    std::string result;
    for (const Binding& binding : bindings) {
        const auto* local = std::get_if<LocalId>(&binding.parameter);
        const std::string parameter =
            local != nullptr ? name(*local) : name(Buffer{std::get<TileId>(binding.parameter)});
        result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", parameter, text(*binding.argument, depth));
    }
    return result;
}

std::string Dumper::slice(const Buffer& buffer, const SliceStarts& starts, const TileShape& shape, int depth) const {
    std::string places;
    for (std::size_t axis = 0; axis < starts.size(); ++axis)
        places += fmt::format("{}{} :+ {}", axis == 0 ? "" : ", ", text(starts[axis], depth), shape.extents[axis]);
    return starts.empty() ? name(buffer) : fmt::format("{}[{}]", name(buffer), places);
}

std::string Dumper::text(const Expression& expression, int depth) const {
    const auto operand = [&](const Expression& child) { return text(child, depth); };
    const std::string_view type = phobos::spelling(expression.type.element);
    return std::visit(
        Overloaded{
            [&](const Constant& node) {
                return fmt::format("{}:{}", constant_text(expression.type.element, node.value), type);
            },
            [&](const DimUse& node) { return program_.dims[node.dim.index].name; },
            [](const ContextUse& node) { return std::string(phobos::spelling(node.field)); },
            [&](const LocalUse& node) { return name(node.local); },
            [&](const Unary& node) { return fmt::format("({}{})", phobos::spelling(node.op), operand(*node.operand)); },
            [&](const Binary& node) {
                return fmt::format("({} {}{} {})", operand(*node.left), phobos::spelling(node.op), at(node.site),
                                   operand(*node.right));
            },
            [&](const Convert& node) { return fmt::format("{}({})", type, operand(*node.operand)); },
            [&](const Elementwise& node) {
                return fmt::format("{}({})", phobos::spelling(node.builtin), list(node.arguments, depth));
            },
            [&](const Logical& node) {
                return fmt::format("({} {}{} {})", operand(*node.left), phobos::spelling(node.op), at(node.site),
                                   operand(*node.right));
            },
            [&](const Load& node) {
                return fmt::format("{}[{}]{}", name(node.buffer), list(node.subscripts, depth), at(node.site));
            },
            [&](const RunLoad& node) {
                return fmt::format("{}[{} :+ {}]{}", name(node.buffer), list(node.subscripts, depth),
                                   expression.type.elements, at(node.site));
            },
            [&](const RunSum& node) { return fmt::format("sum({})", operand(*node.run)); },
            [&](const RunElement& node) {
                return fmt::format("elem{}({}, {})", at(node.site), operand(*node.run), operand(*node.index));
            },
            [&](const RunWord& node) {
                return fmt::format("word{}({}, {})", at(node.site), operand(*node.run), operand(*node.index));
            },
            [&](const Collective& node) {
                return fmt::format("{}<over {}>{}({})", phobos::spelling(node.op), phobos::spelling(node.scope),
                                   at(node.site), operand(*node.operand));
            },
            [&](const Shuffle& node) {
                return fmt::format("{}{}({}, {})", spelling(node.kind), at(node.site), operand(*node.value),
                                   operand(*node.selector));
            },
            [&](const Ballot& node) { return fmt::format("ballot{}({})", at(node.site), operand(*node.predicate)); },
            [&](const Atomic& node) {
                return fmt::format("{}{}({}[{}], {}{})", spelling(node.op), at(node.site), name(node.buffer),
                                   list(node.subscripts, depth), node.expected ? operand(**node.expected) + ", " : "",
                                   operand(*node.operand));
            },
            [&](const Call& node) {
                return fmt::format("{}{}({}) {}", node.function, at(node.site), bindings(node.bindings, depth),
                                   block(*node.body, depth));
            },
            [&](const Slice& node) {
                return slice(node.buffer, node.starts, expression.type.shape, depth) + at(node.site);
            },
            [&](const TileFunction& node) {
                return fmt::format("{}{}({}):{}[{}]", phobos::spelling(node.builtin), at(node.site),
                                   list(node.arguments, depth), type, fmt::join(expression.type.shape.axes(), ", "));
            },
            [&](const Generate& node) {
                return fmt::format("generate{}[{}] {}({}, {}; {}) {}", at(node.site),
                                   fmt::join(expression.type.shape.axes(), ", "), node.function, name(node.row),
                                   name(node.column), bindings(node.bindings, depth), block(*node.body, depth));
            },
        },
        expression.node);
}

}  // namespace

std::string dump(const Program& program) {
    const Dumper dumper(program);
    return dumper.tables() + dumper.block(program.body, 0) + "\n";
}

std::string dump(const Program& program, const Expression& expression) { return Dumper(program).text(expression, 0); }

}  // namespace phobos::program
