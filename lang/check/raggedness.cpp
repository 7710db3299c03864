// SPDX-License-Identifier: Apache-2.0
#include "lang/check/raggedness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/base/overloaded.h"
#include "lang/check/multiples.h"
#include "lang/program/children.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::check {
namespace {

using namespace program;

constexpr int most_rounds = 16;  ///< through loops; hints beyond are not given

/// The axis of a slice that may reach outside.
struct Source {
    const Expression* slice = nullptr;
    std::size_t axis = 0;
};

/// Along which axes a tile may have elements that were outside, and whether they may still be 0.
struct Padding {
    std::array<Source, 4> axes{};  ///< without a slice where there are none
    bool is_zero = false;

    /// The first axis that has some.
    [[nodiscard]] const Source* any() const {
        const auto found = std::ranges::find_if(axes, &Source::slice);
        return found == axes.end() ? nullptr : &*found;
    }
};

Padding together(const Padding& a, const Padding& b) {
    Padding both = a;
    for (std::size_t axis = 0; axis < both.axes.size(); ++axis)
        if (both.axes[axis].slice == nullptr) both.axes[axis] = b.axes[axis];
    both.is_zero = a.is_zero || b.is_zero;
    return both;
}

/// Of a tile of two axes.
Padding along(const Source& rows, const Source& columns, const Padding& from) {
    Padding result{{rows, columns}, false};
    result.is_zero = from.is_zero && result.any() != nullptr;
    return result;
}

constexpr std::array zero_at_zero{Builtin::abs,   Builtin::sqrt,  Builtin::tanh, Builtin::sin,
                                  Builtin::round, Builtin::floor, Builtin::ceil, Builtin::trunc};

bool keeps_zero(Builtin builtin) { return std::ranges::find(zero_at_zero, builtin) != zero_at_zero.end(); }

/// Whether a zero operand, or two, make the result zero.
bool gives_zero(BinaryOperator op, const Padding& left, const Padding& right) {
    if (op == BinaryOperator::multiply || op == BinaryOperator::bit_and) return left.is_zero || right.is_zero;
    if (op == BinaryOperator::divide || op == BinaryOperator::remainder || shape(op) == OperatorShape::shift)
        return left.is_zero;
    return shape(op) != OperatorShape::comparison && left.is_zero && right.is_zero;
}

bool divides(std::optional<BinaryOperator> op) {
    return op == BinaryOperator::divide || op == BinaryOperator::remainder;
}

/// Follows the zeros through a program; what tiles hold is the union over all that is stored to them.
class Raggedness {
public:
    explicit Raggedness(const Program& program)
        : program_(program), multiples_(program), tiles_(program.tiles.size()), results_(1) {}

    diagnostics::List run() {
        changed_ = true;
        for (int round = 0; changed_ && round < most_rounds; ++round) {
            changed_ = false;
            walk(program_.body);
        }
        is_reporting_ = true;
        walk(program_.body);
        return std::move(hints_);
    }

private:
    void walk(const Block& block) {
        for (const Statement& statement : block.statements) {
            execute(statement);
            for_each_block(statement, [&](const Block& inner) { walk(inner); });
        }
    }
    void execute(const Statement& statement);
    void put(const Buffer& buffer, const Padding& padding);
    void bind(const std::vector<Binding>& bindings);

    Padding value(const Expression& expression);
    Padding slice(const Slice& node, const Expression& expression);
    Padding operands(const std::vector<Expression>& arguments);
    Padding elementwise(const Elementwise& node, const Expression& expression);
    Padding binary(const Binary& node, const Expression& expression);
    Padding function(const TileFunction& node, const Expression& expression);
    Padding dot(const TileFunction& node);
    Padding call(const Call& node);

    [[nodiscard]] bool is_ragged(const Slice& slice, std::size_t axis, std::int64_t extent) const;
    [[nodiscard]] Extent extent_of(const Buffer& buffer, std::size_t axis) const;
    void hint(std::string_view what, Span span, const Source& source);
    [[nodiscard]] std::string advice(const Source& source) const;

    const Program& program_;
    Multiples multiples_;
    std::vector<Padding> tiles_;                                ///< by TileId
    std::vector<Padding> results_;                              ///< of the calls around, the kernel first
    std::set<std::pair<std::uint32_t, std::uint32_t>> hinted_;  ///< places
    diagnostics::List hints_;
    bool changed_ = false;
    bool is_reporting_ = false;
};

void Raggedness::execute(const Statement& statement) {
    const auto look = [&] { for_each_expression(statement, [&](const Expression& expression) { value(expression); }); };
    std::visit(Overloaded{
                   [&](const DeclareTile& node) {
                       if (node.value) put(node.tile, value(*node.value));
                   },
                   [&](const TileStore& node) {
                       const Padding stored = value(node.value);
                       if (divides(node.op) && stored.is_zero) hint("this division", node.value.span, *stored.any());
                       put(node.buffer, stored);
                   },
                   [&](const Accumulate& node) { put(node.buffer, value(node.dot)); },
                   [&](const Return& node) {
                       const Padding given = node.value ? value(*node.value) : Padding{};
                       results_.back() = together(results_.back(), given);
                   },
                   [&](const Assign&) { look(); },
                   [&](const Store&) { look(); },
                   [&](const RunStore&) { look(); },
                   [&](const If&) { look(); },
                   [&](const For&) { look(); },
                   [&](const While&) { look(); },
                   [&](const Evaluate&) { look(); },
                   [](const Break&) {},
                   [](const Continue&) {},
                   [](const Barrier&) {},
                   [](const WarpBarrier&) {},
                   [](const GridBarrier&) {},
               },
               statement.node);
}

void Raggedness::put(const Buffer& buffer, const Padding& padding) {
    const auto* id = std::get_if<TileId>(&buffer);
    if (id == nullptr) return;
    Padding& known = tiles_[id->index];
    const Padding both = together(known, padding);
    const auto is_new = [&](std::size_t axis) { return known.axes[axis].slice != both.axes[axis].slice; };
    for (std::size_t axis = 0; axis < both.axes.size(); ++axis) changed_ = changed_ || is_new(axis);
    changed_ = changed_ || both.is_zero != known.is_zero;
    known = both;
}

void Raggedness::bind(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
        const Padding given = value(*binding.argument);
        if (const auto* tile = std::get_if<TileId>(&binding.parameter)) put(*tile, given);
    }
}

Padding Raggedness::value(const Expression& expression) {
    if (const auto* node = std::get_if<Call>(&expression.node)) return call(*node);
    if (expression.type.form != Form::tile) {
        for_each_child(expression, [&](const Expression& operand) { value(operand); });
        return {};
    }
    if (const auto* node = std::get_if<Slice>(&expression.node)) return slice(*node, expression);
    if (const auto* node = std::get_if<Convert>(&expression.node)) return value(*node->operand);
    if (const auto* node = std::get_if<Elementwise>(&expression.node)) return elementwise(*node, expression);
    if (const auto* node = std::get_if<Binary>(&expression.node)) return binary(*node, expression);
    if (const auto* node = std::get_if<TileFunction>(&expression.node)) return function(*node, expression);
    const auto* unary = std::get_if<Unary>(&expression.node);
    if (unary == nullptr) return {};  // of `generate`
    Padding result = value(*unary->operand);
    result.is_zero = result.is_zero && unary->op == UnaryOperator::negate;
    return result;
}

Padding Raggedness::slice(const Slice& node, const Expression& expression) {
    Padding result;
    if (const auto* tile = std::get_if<TileId>(&node.buffer)) result = tiles_[tile->index];
    for (std::size_t axis = 0; axis < node.starts.size(); ++axis)
        if (is_ragged(node, axis, expression.type.shape.extents[axis])) {
            result.axes[axis] = {&expression, axis};
            result.is_zero = true;
        }
    return result;
}

Extent Raggedness::extent_of(const Buffer& buffer, std::size_t axis) const {
    if (const auto* tensor = std::get_if<TensorId>(&buffer)) return program_.tensors[tensor->index].shape[axis];
    return std::int64_t{program_.tiles[std::get<TileId>(buffer).index].shape.extents[axis]};
}

/// Whether a slice may have elements inside and elements outside along an axis.
bool Raggedness::is_ragged(const Slice& slice, std::size_t axis, std::int64_t extent) const {
    if (extent == 1) return false;
    const Expression& start = slice.starts[axis];
    const Extent whole = extent_of(slice.buffer, axis);
    const auto* length = std::get_if<std::int64_t>(&whole);
    const auto* first = std::get_if<Constant>(&start.node);
    if (length != nullptr && first != nullptr) {
        const std::int64_t begin = integer_value(start.type.element, first->value);
        return begin < 0 || begin > *length - extent;
    }
    const std::int64_t multiple = length != nullptr ? *length : program_.dims[std::get<DimId>(whole).index].multiple;
    return multiple % extent != 0 || multiples_.of(start) % extent != 0;
}

Padding Raggedness::operands(const std::vector<Expression>& arguments) {
    Padding result;
    for (const Expression& argument : arguments) result = together(result, value(argument));
    return result;
}

Padding Raggedness::elementwise(const Elementwise& node, const Expression& expression) {
    Padding result = operands(node.arguments);
    if (node.builtin == Builtin::where) return {};
    const Source& columns = result.axes[expression.type.shape.rank - 1];
    if (node.builtin == Builtin::exp && columns.slice != nullptr) hint("`exp`", expression.span, columns);
    result.is_zero = result.is_zero && keeps_zero(node.builtin);
    return result;
}

Padding Raggedness::binary(const Binary& node, const Expression& expression) {
    const Padding left = value(*node.left);
    const Padding right = value(*node.right);
    if (divides(node.op) && right.is_zero) hint("this division", expression.span, *right.any());
    Padding result = together(left, right);
    result.is_zero = gives_zero(node.op, left, right);
    return result;
}

Padding Raggedness::function(const TileFunction& node, const Expression& expression) {
    if (node.builtin == Builtin::dot || node.builtin == Builtin::dot_t) return dot(node);
    Padding argument = operands(node.arguments);
    const Source rows = argument.axes[0];
    const Source columns = argument.axes[1];
    const bool selects =
        node.builtin == Builtin::rowmax || node.builtin == Builtin::rowmin || node.builtin == Builtin::rowargmax;
    if (selects && columns.slice != nullptr)
        hint(fmt::format("`{}`", spelling(node.builtin)), expression.span, columns);
    if (selects || node.builtin == Builtin::rowsum) return along(rows, {}, argument);
    if (node.builtin == Builtin::transpose) return along(columns, rows, argument);
    if (node.builtin == Builtin::flat) {
        const Source* any = argument.any();
        return along({}, any != nullptr ? *any : Source{}, argument);
    }
    if (node.builtin == Builtin::cumsum) argument.is_zero = argument.is_zero && rows.slice == nullptr;
    return argument;
}

/// The zeros along the axis that is added disappear in the sum.
Padding Raggedness::dot(const TileFunction& node) {
    const Padding left = value(node.arguments[0]);
    const Padding right = value(node.arguments[1]);
    return along(left.axes[0], right.axes[node.builtin == Builtin::dot ? 1 : 0], together(left, right));
}

Padding Raggedness::call(const Call& node) {
    bind(node.bindings);
    results_.emplace_back();
    walk(*node.body);
    const Padding result = results_.back();
    results_.pop_back();
    return result;
}

void Raggedness::hint(std::string_view what, Span span, const Source& source) {
    if (!is_reporting_ || !hinted_.insert({span.begin, span.end}).second) return;
    const auto& read = std::get<Slice>(source.slice->node);
    const std::string& name =
        std::visit(Overloaded{
                       [&](TensorId id) -> const std::string& { return program_.tensors[id.index].name; },
                       [&](TileId id) -> const std::string& { return program_.tiles[id.index].name; },
                   },
                   read.buffer);
    hints_.add({diagnostics::Code::ragged_slice,
                span,
                fmt::format("{} may meet zeros that are no elements of `{}`", what, name),
                {{source.slice->span, fmt::format("this slice may reach outside axis {} of `{}`", source.axis, name)},
                 {source.slice->span, advice(source)}},
                std::nullopt});
}

std::string Raggedness::advice(const Source& source) const {
    const auto& read = std::get<Slice>(source.slice->node);
    const std::int64_t extent = source.slice->type.shape.extents[source.axis];
    const Extent whole = extent_of(read.buffer, source.axis);
    const auto* dim = std::get_if<DimId>(&whole);
    const std::string replace = "replace the zeros by `where`";
    if (multiples_.of(read.starts[source.axis]) % extent != 0)
        return fmt::format("its start is not known to be a multiple of its extent {}; {}", extent, replace);
    if (dim == nullptr) return fmt::format("its extent {} does not divide the axis; {}", extent, replace);
    return fmt::format("promise `@aligned({} = {})` if the launch does so, or {}", program_.dims[dim->index].name,
                       extent, replace);
}

}  // namespace

diagnostics::List ragged_hints(const Program& program) { return Raggedness(program).run(); }

}  // namespace phobos::check
