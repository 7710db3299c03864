// SPDX-License-Identifier: Apache-2.0
// What threads do together: collectives, shuffles, ballots, atomics, the grid's barrier (docs/spec/09-collectives.md).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "lang/base/assert.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"

namespace phobos::check {
namespace {

bool takes(OperandClass operands, ScalarType type) {
    switch (operands) {
        case OperandClass::number: return is_number(type);
        case OperandClass::integer_or_bool: return !is_float(type);
        case OperandClass::boolean: return type == ScalarType::boolean;
    }
    return false;
}

std::string_view wanted(OperandClass operands) {
    switch (operands) {
        case OperandClass::number: return "numbers";
        case OperandClass::integer_or_bool: return "integers and bool";
        case OperandClass::boolean: return "bool";
    }
    return {};
}

struct ShuffleRow {
    Builtin builtin;
    program::ShuffleKind kind;
    std::string_view selector;
};
constexpr std::array shuffle_rows{
    ShuffleRow{Builtin::shuffle, program::ShuffleKind::lane, "the lane of `shuffle`"},
    ShuffleRow{Builtin::shuffle_xor, program::ShuffleKind::exclusive_or, "the mask of `shuffle_xor`"},
    ShuffleRow{Builtin::shuffle_up, program::ShuffleKind::up, "the distance of `shuffle_up`"},
    ShuffleRow{Builtin::shuffle_down, program::ShuffleKind::down, "the distance of `shuffle_down`"},
};

struct AtomicRow {
    Builtin builtin;
    program::AtomicOperator op;
};
constexpr std::array atomic_rows{
    AtomicRow{Builtin::atomic_add, program::AtomicOperator::add},
    AtomicRow{Builtin::atomic_min, program::AtomicOperator::minimum},
    AtomicRow{Builtin::atomic_max, program::AtomicOperator::maximum},
    AtomicRow{Builtin::atomic_and, program::AtomicOperator::bit_and},
    AtomicRow{Builtin::atomic_or, program::AtomicOperator::bit_or},
    AtomicRow{Builtin::atomic_xor, program::AtomicOperator::bit_xor},
    AtomicRow{Builtin::atomic_exchange, program::AtomicOperator::exchange},
    AtomicRow{Builtin::atomic_cas, program::AtomicOperator::compare_exchange},
};

/// The row of a builtin in the table of its family.
template <class Row, std::size_t count>
const Row& row_of(const std::array<Row, count>& rows, Builtin builtin) {
    const auto found = std::ranges::find(rows, builtin, &Row::builtin);
    PHOBOS_ASSERT(found != rows.end());
    return *found;
}

bool takes_elements(Builtin builtin, ScalarType type) {
    if (type == ScalarType::f32) return builtin == Builtin::atomic_add;
    return type == ScalarType::i32 || type == ScalarType::u32 || type == ScalarType::i64;
}

}  // namespace

Value Elaborator::collective(const syntax::Call& call, Span span) {
    const std::optional<Builtin> name = builtin(call.callee.text);
    const std::optional<CollectiveOperator> op = name ? phobos::collective(*name) : std::nullopt;
    if (!op) {
        std::vector<std::string_view> candidates;
        for (const CollectiveRow& entry : collectives) candidates.push_back(spelling(entry.name));
        return reject(Code::not_a_collective, call.callee.span,
                      fmt::format("`{}` is not a collective", call.callee.text),
                      nearest_advice(call.callee, candidates));
    }
    if (!has_arguments(call, 1, 1, span)) return std::nullopt;
    const syntax::Expression& argument = call.arguments.front();
    Value operand = scalar(expression(argument), fmt::format("the operand of `{}`", call.callee.text));
    if (!operand) return std::nullopt;
    const ScalarType type = operand->type.element;
    if (!takes(row(*op).operands, type)) return wrong_argument(call.callee.text, wanted(row(*op).operands), *operand);
    const bool wraps = op == CollectiveOperator::sum || op == CollectiveOperator::prod;
    if (wraps && (type == ScalarType::i8 || type == ScalarType::u8))
        warn(Code::narrow_arithmetic, argument.span,
             fmt::format("{} of `{}` wrap at 8 bits", op == CollectiveOperator::sum ? "sums" : "products",
                         spelling(type)),
             {.notes = {}, .fix = conversion_fix(ScalarType::i32, argument)});
    const program::SiteId place = site(program::SiteKind::collective, span);
    return make(program::Collective{*op, *call.over, std::move(*operand), place}, {type, program::Form::scalar, 1},
                span);
}

Value Elaborator::shuffle(Builtin builtin, const syntax::Call& call, Span span) {
    Value value = scalar(expression(call.arguments[0]), fmt::format("the value of `{}`", spelling(builtin)));
    const ShuffleRow& shuffled = row_of(shuffle_rows, builtin);
    Value selector = integer(call.arguments[1], std::string(shuffled.selector));
    if (!value || !selector) return std::nullopt;
    const program::Type type = value->type;
    const program::SiteId place = site(program::SiteKind::shuffle, span);
    return make(program::Shuffle{shuffled.kind, std::move(*value), std::move(*selector), place}, type, span);
}

Value Elaborator::ballot(const syntax::Call& call, Span span) {
    Value predicate = condition(call.arguments[0], "the argument of `ballot`");
    if (!predicate) return std::nullopt;
    const program::SiteId place = site(program::SiteKind::collective, span);
    return make(program::Ballot{std::move(*predicate), place}, {ScalarType::i64, program::Form::scalar, 1}, span);
}

Value Elaborator::atomic(Builtin builtin, const syntax::Call& call, Span span) {
    if (call.arguments.empty()) {
        has_arguments(call, row(builtin).min_arguments, row(builtin).max_arguments, span);
        return std::nullopt;
    }
    const std::optional<program::Buffer> base = buffer_argument(call.arguments.front(), spelling(builtin));
    if (!base) return std::nullopt;
    const std::size_t axes = rank(*base);
    const bool has_expected = builtin == Builtin::atomic_cas;
    const std::size_t count = 1 + axes + (has_expected ? 2 : 1);
    if (!has_arguments(call, count, count, span)) return std::nullopt;
    const ScalarType type = element(*base);
    if (!takes_elements(builtin, type))
        return reject(Code::atomic_type, call.arguments.front().span,
                      fmt::format("`{}` takes elements of `i32`, `u32`{}, not `{}`", spelling(builtin),
                                  builtin == Builtin::atomic_add ? ", `i64` and `f32`" : " and `i64`", spelling(type)));
    std::vector<program::Expression> subscripts;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        Value index = point(call.arguments[1 + axis]);
        if (index && is_inside(*base, axis, *index, 1)) subscripts.push_back(std::move(*index));
    }
    std::optional<Box<program::Expression>> expected;
    if (has_expected)
        if (Value value = typed(call.arguments[1 + axes], type, "the expected value of `atomic_cas`"))
            expected = std::move(*value);
    Value operand = typed(call.arguments.back(), type, fmt::format("the operand of `{}`", spelling(builtin)));
    if (!may_store(*base, call.arguments.front().span)) return std::nullopt;
    if (!operand || subscripts.size() != axes || expected.has_value() != has_expected) return std::nullopt;
    note_access(*base, Access::update, span);
    const program::SiteId place = site(program::SiteKind::atomic, span);
    return make(program::Atomic{row_of(atomic_rows, builtin).op, *base, std::move(subscripts), std::move(expected),
                                std::move(*operand), place},
                {type, program::Form::scalar, 1}, span);
}

std::optional<program::StatementNode> Elaborator::grid_barrier(const syntax::Call& call, Span span) {
    if (!has_arguments(call, 1, 1, span)) return std::nullopt;
    const auto& present = program_.attributes;
    if (mode_ == Mode::kernel && std::find(present.begin(), present.end(), Attribute::persistent) == present.end())
        return reject(
            Code::grid_barrier_not_persistent, span, "`grid_barrier` needs `@persistent` before the kernel",
            {.notes = {},
             .fix = diagnostics::Fix{{kernel_begin_, kernel_begin_}, "@persistent\n", "make the grid resident"}});
    const std::optional<program::Buffer> bar = buffer_argument(call.arguments.front(), "grid_barrier");
    if (!bar) return std::nullopt;
    const auto* tensor = std::get_if<program::TensorId>(&*bar);
    if (tensor == nullptr || element(*bar) != ScalarType::i32 || rank(*bar) != 1)
        return reject(Code::grid_barrier_bar, call.arguments.front().span,
                      fmt::format("`grid_barrier` takes a `tensor<i32>` of rank 1, which `{}` is not", name(*bar)));
    bars_.push_back({*tensor, call.arguments.front().span});
    return program::GridBarrier{*tensor, site(program::SiteKind::grid_barrier, span)};
}

}  // namespace phobos::check
