// SPDX-License-Identifier: Apache-2.0
// Out of the vocabulary: every operator, conversion, elementwise builtin, collective, shuffle, atomic and tile function
// is wrong for one type, has its operands swapped, or is taken for its neighbour in the table.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "fuzz/mutation/changing.h"
#include "fuzz/mutation/registry.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::mutation {
namespace {

/// Another value than the right one, whatever that is; a NaN stays one.
std::string_view wrong(ScalarType type) {
    if (type == ScalarType::boolean) return "!r";
    return is_float(type) ? "where(r == 0.0, 1.0, -r)" : "r + 1";
}

Fault replaced(const std::string& id, std::string_view rules, const Pattern& pattern, std::string_view text,
               std::string_view equivalent = {}) {
    return fault_of({id, rules, pattern, text, equivalent});
}

// --- operators ---

std::string_view name_of(UnaryOperator op) {
    constexpr std::array<std::string_view, unary_operators.size()> names{"minus", "not", "complement"};
    return names[static_cast<std::size_t>(op)];
}
std::string_view name_of(BinaryOperator op) {
    constexpr std::array<std::string_view, binary_operators.size()> names{
        "or-else", "and-then", "bit-or",     "bit-xor",     "bit-and", "equal",    "unequal",  "less",   "at-most",
        "more",    "at-least", "shift-left", "shift-right", "add",     "subtract", "multiply", "divide", "remainder"};
    return names[static_cast<std::size_t>(op)];
}

std::string_view rules_of(UnaryOperator op, ScalarType type) {
    if (op == UnaryOperator::negate) return is_float(type) ? "expr-7 num-16" : "expr-7 num-1";
    return op == UnaryOperator::logical_not ? "expr-5" : "expr-5 num-6";
}
std::string_view rules_of(BinaryOperator op, ScalarType type) {
    switch (shape(op)) {
        case OperatorShape::logical: return "expr-5 expr-20";
        case OperatorShape::bitwise: return "expr-5 num-6";
        case OperatorShape::comparison: return is_float(type) ? "expr-6 num-14" : "expr-6";
        case OperatorShape::shift: return "expr-4 num-4";
        case OperatorShape::arithmetic: break;
    }
    if (is_float(type)) return "expr-3 num-8 num-9";
    return op == BinaryOperator::divide || op == BinaryOperator::remainder ? "expr-3 num-2" : "expr-3 num-1";
}

Types operands_of(UnaryOperator op) {
    if (op == UnaryOperator::negate) return numbers;
    return op == UnaryOperator::logical_not ? boolean : integers;
}
Types operands_of(BinaryOperator op) {
    switch (shape(op)) {
        case OperatorShape::logical: return boolean;
        case OperatorShape::bitwise: return integers | boolean;
        case OperatorShape::comparison:
            return op == BinaryOperator::equal || op == BinaryOperator::not_equal ? all_types : numbers;
        case OperatorShape::shift: return integers;
        case OperatorShape::arithmetic: break;
    }
    return op == BinaryOperator::remainder ? integers : numbers;
}
bool is_commutative(BinaryOperator op) {
    using enum BinaryOperator;
    constexpr std::array ops{bit_or, bit_xor, bit_and, equal, not_equal, add, multiply, logical_or, logical_and};
    return std::ranges::find(ops, op) != ops.end();
}
/// The next operator that takes the same operands.
BinaryOperator neighbour(BinaryOperator op) {
    constexpr std::size_t count = binary_operators.size();
    for (std::size_t i = static_cast<std::size_t>(op) + 1;; ++i) {
        const BinaryOperator other = binary_operators[i % count].op;
        if (shape(other) == shape(op) && (operands_of(other) | operands_of(op)).bits == operands_of(other).bits)
            return other;
    }
}

void add_operators(Faults& faults) {
    for (const UnaryOperatorRow& row : unary_operators)
        for (const ScalarTypeRow& type : scalar_types)
            if (operands_of(row.op).has(type.type))
                faults.push_back(replaced(id_of({name_of(row.op), type.spelling, "wrong"}), rules_of(row.op, type.type),
                                          {row.op, only(type.type)}, wrong(type.type)));
    for (const BinaryOperatorRow& row : binary_operators) {
        for (const ScalarTypeRow& type : scalar_types) {
            if (!operands_of(row.op).has(type.type)) continue;
            const bool gives_bool = row.shape == OperatorShape::comparison || row.shape == OperatorShape::logical;
            const ScalarType result = gives_bool ? ScalarType::boolean : type.type;
            faults.push_back(replaced(id_of({name_of(row.op), type.spelling, "wrong"}), rules_of(row.op, type.type),
                                      {row.op, only(type.type)}, wrong(result)));
        }
        const bool is_logical = row.shape == OperatorShape::logical;
        const std::string_view rules = is_logical ? "expr-5 expr-20" : rules_of(row.op, ScalarType::i32);
        const BinaryOperator other = neighbour(row.op);
        if (other != row.op)
            faults.push_back(replaced(id_of({name_of(row.op), "taken-for", name_of(other)}), rules, {row.op},
                                      fmt::format("a {} b", spelling(other))));
        if (row.shape == OperatorShape::shift || is_logical) continue;
        faults.push_back(
            replaced(id_of({name_of(row.op), "operands-swapped"}), rules, {row.op},
                     fmt::format("{{ return b {} a }}", row.spelling),
                     is_commutative(row.op) ? "the operation is commutative, NaN being one value (type-7)" : ""));
    }
}

// --- conversions ---

std::string_view rules_of_conversion(ScalarType from, ScalarType to) {
    if (is_float(from)) return is_float(to) ? "expr-24 builtin-77 num-22" : "expr-24 builtin-77 num-21";
    return is_float(to) ? "expr-24 builtin-77 num-20" : "expr-24 builtin-77 num-19";
}

void add_conversions(Faults& faults) {
    for (const ScalarTypeRow& from : scalar_types)
        for (const ScalarTypeRow& to : scalar_types)
            if (is_number(from.type) && is_number(to.type) && from.type != to.type)
                faults.push_back(replaced(id_of({from.spelling, "to", to.spelling, "wrong"}),
                                          rules_of_conversion(from.type, to.type),
                                          {Conversion{}, only(from.type), only(to.type)}, wrong(to.type)));
}

// --- builtins ---

/// The tables of chapter 7 have the order of the vocabulary, but that collectives stand together.
std::string rule_of(Builtin builtin) {
    const auto number = static_cast<int>(builtin);
    constexpr auto last_before_collectives = static_cast<int>(Builtin::store);
    return fmt::format("builtin-{}", number <= last_before_collectives ? number + 6 : number + 10);
}

Types operands_of(const BuiltinRow& row) {
    switch (row.rule) {
        case TypeRule::number: return numbers;
        case TypeRule::floating: return floats;
        case TypeRule::integer_to_i32: return integers;
        case TypeRule::select: return boolean;
        case TypeRule::bytes_u32: return u32;
        case TypeRule::byte_dot: return i32 | u32;
        case TypeRule::float_to_bits: return floats;
        case TypeRule::u32_to_f32:
        case TypeRule::u32_to_f16: return u32;
        case TypeRule::special: break;
    }
    return {};
}
Types results_of(const BuiltinRow& row, ScalarType operand) {
    switch (row.rule) {
        case TypeRule::integer_to_i32: return i32;
        case TypeRule::select: return all_types;
        case TypeRule::byte_dot: return i32 | u32;
        case TypeRule::float_to_bits: return operand == ScalarType::f64 ? i64 : u32;
        case TypeRule::u32_to_f32: return f32;
        case TypeRule::u32_to_f16: return f16;
        case TypeRule::number:
        case TypeRule::floating:
        case TypeRule::bytes_u32:
        case TypeRule::special: break;
    }
    return only(operand);
}
std::string_view swapped_is_equivalent(const BuiltinRow& row) {
    const bool commutes =
        row.builtin == Builtin::minimum || row.builtin == Builtin::maximum || row.builtin == Builtin::fma;
    return commutes ? "the operation is commutative, NaN being one value (type-7)" : "";
}
std::string_view swapped_arguments(const BuiltinRow& row) {
    if (row.rule == TypeRule::select) return "where(a, c, b)";
    if (row.builtin == Builtin::fma) return "{ return fma(b, a, c) }";
    if (row.builtin == Builtin::byteperm) return "byteperm(b, a, c)";
    return "";
}

void add_elementwise(Faults& faults) {
    for (const BuiltinRow& row : builtins) {
        if (row.family != BuiltinFamily::elementwise) continue;
        for (const ScalarTypeRow& type : scalar_types) {
            if (!operands_of(row).has(type.type)) continue;
            for (const ScalarTypeRow& result : scalar_types) {
                if (!results_of(row, type.type).has(result.type)) continue;
                const bool says_both = row.rule == TypeRule::select || row.rule == TypeRule::byte_dot;
                const std::string types =
                    says_both ? fmt::format("{}-{}", type.spelling, result.spelling) : std::string(type.spelling);
                faults.push_back(replaced(id_of({row.spelling, types, "wrong"}), rule_of(row.builtin),
                                          {row.builtin, only(type.type), only(result.type)}, wrong(result.type)));
            }
        }
        std::string text(swapped_arguments(row));
        if (row.max_arguments == 2) text = fmt::format("{{ return {}(b, a) }}", row.spelling);
        if (!text.empty())
            faults.push_back(replaced(id_of({row.spelling, "arguments-swapped"}), rule_of(row.builtin), {row.builtin},
                                      text, swapped_is_equivalent(row)));
    }
}

// --- threads together ---

Types operands_of(const CollectiveRow& row) {
    if (row.operands == OperandClass::number) return numbers;
    return row.operands == OperandClass::boolean ? boolean : integers | boolean;
}
std::string_view name_of(Scope scope) { return scope == Scope::lanes ? "lanes" : "threads"; }

void add_collectives(Faults& faults) {
    constexpr std::array<std::string_view, collectives.size()> rules{"builtin-36", "builtin-37", "builtin-38",
                                                                     "builtin-39", "builtin-40", "builtin-41",
                                                                     "builtin-42", "builtin-43", "builtin-44"};
    for (const CollectiveRow& row : collectives) {
        const auto index = static_cast<std::size_t>(row.op);
        for (const Scope scope : {Scope::lanes, Scope::threads}) {
            const CollectiveOf pattern{row.op, scope};
            for (const ScalarTypeRow& type : scalar_types)
                if (operands_of(row).has(type.type))
                    faults.push_back(replaced(id_of({spelling(row.op), "over", name_of(scope), type.spelling, "wrong"}),
                                              fmt::format("{} coll-2 coll-4", rules[index]), {pattern, only(type.type)},
                                              wrong(type.type)));
        }
    }
}

void add_neighbours_of_collectives(Faults& faults) {
    for (const CollectiveRow& row : collectives) {
        std::size_t next = static_cast<std::size_t>(row.op);
        do next = (next + 1) % collectives.size();
        while (collectives[next].operands != row.operands);
        const CollectiveOperator taken = collectives[next].op;
        faults.push_back({id_of({spelling(row.op), "over-scope-taken-for", spelling(taken)}),
                          {fmt::format("builtin-{}", 36 + static_cast<int>(row.op)), "coll-4"},
                          changing<program::Collective>([op = row.op, taken](program::Collective& node) {
                              if (node.op != op) return false;
                              node.op = taken;
                              return true;
                          })});
    }
}

void add_shuffles(Faults& faults) {
    constexpr std::array<std::string_view, 4> names{"shuffle", "shuffle-xor", "shuffle-up", "shuffle-down"};
    constexpr std::array<std::string_view, 4> rules{"builtin-46 coll-11 coll-14", "builtin-47 coll-12 coll-14",
                                                    "builtin-48 coll-13 coll-14", "builtin-49 coll-13 coll-14"};
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        const auto op = static_cast<program::ShuffleKind>(kind);
        for (const ScalarTypeRow& type : scalar_types)
            faults.push_back(replaced(id_of({names[kind], type.spelling, "wrong"}), rules[kind], {op, only(type.type)},
                                      wrong(type.type)));
        for (std::size_t other = 0; other < names.size(); ++other)
            if (other != kind)
                faults.push_back({id_of({names[kind], "taken-for", names[other]}), mutation::rules_of(rules[kind]),
                                  changing<program::Shuffle>([op, other](program::Shuffle& node) {
                                      if (node.kind != op) return false;
                                      node.kind = static_cast<program::ShuffleKind>(other);
                                      return true;
                                  })});
    }
}

void add_atomics(Faults& faults) {
    constexpr std::array<std::string_view, 8> names{"atomic-add", "atomic-min", "atomic-max",      "atomic-and",
                                                    "atomic-or",  "atomic-xor", "atomic-exchange", "atomic-cas"};
    const std::array<std::string_view, 8> updates{"r + a", "min(r, a)", "max(r, a)", "r & a",
                                                  "r | a", "r ^ a",     "a",         "where(r == b, a, r)"};
    for (std::size_t number = 0; number < names.size(); ++number) {
        const auto op = static_cast<program::AtomicOperator>(number);
        const std::string rules = fmt::format("builtin-{} coll-28 coll-29", 54 + number);
        for (const ScalarTypeRow& type : scalar_types) {
            const Types types = i32 | u32 | i64 | (number == 0 ? f32 : Types{});
            if (!types.has(type.type)) continue;
            faults.push_back(replaced(id_of({names[number], type.spelling, "result-wrong"}), rules,
                                      {AtomicOf{op}, only(type.type)}, wrong(type.type)));
        }
        faults.push_back(replaced(id_of({names[number], "gives-new-value"}), rules, {AtomicOf{op}}, updates[number]));
        if (number >= 7) continue;
        const auto other = static_cast<program::AtomicOperator>((number + 1) % 7);
        faults.push_back({id_of({names[number], "taken-for", names[(number + 1) % 7]}), mutation::rules_of(rules),
                          changing<program::Atomic>([op, other](program::Atomic& node) {
                              if (node.op != op || node.expected) return false;
                              node.op = other;
                              return true;
                          })});
    }
}

// --- tiles ---

void add_tile_functions(Faults& faults) {
    constexpr std::array<std::string_view, 14> rules{"tile-29", "tile-29", "tile-33", "tile-34", "tile-34",
                                                     "tile-35", "tile-36", "tile-37", "tile-38", "tile-39",
                                                     "tile-40", "tile-41", "tile-24", "tile-24"};
    for (const BuiltinRow& row : builtins) {
        const std::size_t number = static_cast<std::size_t>(row.builtin) - static_cast<std::size_t>(Builtin::dot);
        if (row.family != BuiltinFamily::tile || row.builtin == Builtin::generate || number >= 12) continue;
        for (const ScalarTypeRow& type : scalar_types) {
            const bool moves =
                row.builtin == Builtin::tril || row.builtin == Builtin::transpose || row.builtin == Builtin::flat;
            const bool multiplies = row.builtin == Builtin::dot || row.builtin == Builtin::dot_t;
            const bool counts = row.builtin == Builtin::iota || row.builtin == Builtin::rowargmax;
            const Types types = moves ? all_types : multiplies ? f32 | f64 | i32 : counts ? i32 : numbers;
            if (!types.has(type.type)) continue;
            faults.push_back(replaced(id_of({row.spelling, type.spelling, "wrong"}),
                                      fmt::format("{} {}", rule_of(row.builtin), rules[number]),
                                      {TileFunctionOf{row.builtin}, all_types, only(type.type)}, wrong(type.type)));
        }
    }
}

}  // namespace

Faults operator_faults() {
    Faults faults;
    add_operators(faults);
    add_conversions(faults);
    add_elementwise(faults);
    add_collectives(faults);
    add_neighbours_of_collectives(faults);
    add_shuffles(faults);
    add_atomics(faults);
    add_tile_functions(faults);
    return faults;
}

}  // namespace phobos::mutation
