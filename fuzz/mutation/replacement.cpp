// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/replacement.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "fuzz/mutation/rewrite.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/check/elaborate.h"
#include "lang/diagnostics/terminal.h"
#include "lang/program/children.h"
#include "lang/syntax/parser.h"

namespace phobos::mutation {
namespace {

using namespace program;

/// An occurrence of the operation: its operands in order.
using Operands = std::vector<const Expression*>;

template <class Node>
const Node* node_of(const Expression& expression) {
    return std::get_if<Node>(&expression.node);
}

Operands pointers(const std::vector<Expression>& expressions) {
    Operands result;
    for (const Expression& expression : expressions) result.push_back(&expression);
    return result;
}

std::optional<Operands> product_and_sum(const Expression& expression) {
    const auto* sum = node_of<Binary>(expression);
    if (sum == nullptr || sum->op != BinaryOperator::add) return std::nullopt;
    for (const auto& [product, other] : {std::pair{&*sum->left, &*sum->right}, std::pair{&*sum->right, &*sum->left}})
        if (const auto* node = node_of<Binary>(*product); node != nullptr && node->op == BinaryOperator::multiply)
            return Operands{&*node->left, &*node->right, other};
    return std::nullopt;
}

/// The operands, if the expression is such an operation.
std::optional<Operands> operands_of(const Operation& operation, const Expression& expression) {
    return std::visit(Overloaded{
                          [&](UnaryOperator op) -> std::optional<Operands> {
                              const auto* node = node_of<Unary>(expression);
                              if (node == nullptr || node->op != op) return std::nullopt;
                              return Operands{&*node->operand};
                          },
                          [&](BinaryOperator op) -> std::optional<Operands> {
                              if (const auto* node = node_of<Binary>(expression); node != nullptr && node->op == op)
                                  return Operands{&*node->left, &*node->right};
                              if (const auto* node = node_of<Logical>(expression); node != nullptr && node->op == op)
                                  return Operands{&*node->left, &*node->right};
                              return std::nullopt;
                          },
                          [&](Builtin builtin) -> std::optional<Operands> {
                              const auto* node = node_of<Elementwise>(expression);
                              if (node == nullptr || node->builtin != builtin) return std::nullopt;
                              return pointers(node->arguments);
                          },
                          [&](Conversion) -> std::optional<Operands> {
                              const auto* node = node_of<Convert>(expression);
                              if (node == nullptr) return std::nullopt;
                              return Operands{&*node->operand};
                          },
                          [&](CollectiveOf of) -> std::optional<Operands> {
                              const auto* node = node_of<Collective>(expression);
                              if (node == nullptr || node->op != of.op || node->scope != of.scope) return std::nullopt;
                              return Operands{&*node->operand};
                          },
                          [&](ShuffleKind kind) -> std::optional<Operands> {
                              const auto* node = node_of<Shuffle>(expression);
                              if (node == nullptr || node->kind != kind) return std::nullopt;
                              return Operands{&*node->value, &*node->selector};
                          },
                          [&](BallotOf) -> std::optional<Operands> {
                              const auto* node = node_of<Ballot>(expression);
                              if (node == nullptr) return std::nullopt;
                              return Operands{&*node->predicate};
                          },
                          [&](SumOfRun) -> std::optional<Operands> {
                              if (node_of<RunSum>(expression) == nullptr) return std::nullopt;
                              return Operands{};
                          },
                          [&](ElementOfRun) -> std::optional<Operands> {
                              if (node_of<RunElement>(expression) == nullptr) return std::nullopt;
                              return Operands{};
                          },
                          [&](mutation::WordOfRun) -> std::optional<Operands> {
                              if (node_of<RunWord>(expression) == nullptr) return std::nullopt;
                              return Operands{};
                          },
                          [&](ProductAndSum) { return product_and_sum(expression); },
                          [&](AtomicOf of) -> std::optional<Operands> {
                              const auto* node = node_of<Atomic>(expression);
                              if (node == nullptr || node->op != of.op) return std::nullopt;
                              Operands operands{&*node->operand};
                              if (node->expected) operands.push_back(&**node->expected);
                              return operands;
                          },
                          [&](TileFunctionOf of) -> std::optional<Operands> {
                              const auto* node = node_of<TileFunction>(expression);
                              if (node == nullptr || node->builtin != of.builtin) return std::nullopt;
                              return Operands{};
                          },
                          [&](ElementRead) -> std::optional<Operands> {
                              if (node_of<Load>(expression) == nullptr) return std::nullopt;
                              return Operands{};
                          },
                      },
                      operation);
}

/// What the text is for: the types of an occurrence.
struct Signature {
    std::vector<ScalarType> operands;
    ScalarType result;
    int lanes;
    int threads;

    friend auto operator<=>(const Signature&, const Signature&) = default;
};

std::optional<Operands> occurrence(const Pattern& pattern, const Expression& expression) {
    auto operands = operands_of(pattern.operation, expression);
    if (!operands || !pattern.to.has(expression.type.element)) return std::nullopt;
    const ScalarType first = operands->empty() ? expression.type.element : operands->front()->type.element;
    if (!pattern.of.has(first)) return std::nullopt;
    return operands;
}

// --- the text ---

std::string unsigned_of(ScalarType type) { return bits(type) == 8 ? "u8" : bits(type) == 32 ? "u32" : "i64"; }

struct Bounds {
    std::string_view least;
    std::string_view greatest;
    std::string_view normal;
};
Bounds bounds_of(ScalarType type) {
    switch (type) {
        case ScalarType::f16: return {"-65504.0", "65504.0", "6.103515625e-05"};
        case ScalarType::bf16: return {"-3.3895313892515355e+38", "3.3895313892515355e+38", "1.1754943508222875e-38"};
        case ScalarType::f32: return {"-3.4028234663852886e+38", "3.4028234663852886e+38", "1.1754943508222875e-38"};
        case ScalarType::f64: return {"-1.7976931348623157e+308", "1.7976931348623157e+308", "2.2250738585072014e-308"};
        case ScalarType::i8: return {"-128", "127", ""};
        case ScalarType::u8: return {"0", "255", ""};
        case ScalarType::i32: return {"-2147483648", "2147483647", ""};
        case ScalarType::u32: return {"0", "4294967295", ""};
        case ScalarType::i64: return {"-9223372036854775808", "9223372036854775807", ""};
        case ScalarType::boolean: break;
    }
    return {"false", "true", ""};
}

std::map<std::string, std::string> words_of(const Signature& signature) {
    std::map<std::string, std::string> words{{"LANES", std::to_string(signature.lanes)}};
    const auto add = [&](const std::string& letter, ScalarType type) {
        const Bounds bounds = bounds_of(type);
        words[letter] = spelling(type);
        words["LEAST_" + letter] = bounds.least;
        words["GREATEST_" + letter] = bounds.greatest;
        words["NORMAL_" + letter] = bounds.normal;
        words["WIDTH_" + letter] = std::to_string(bits(type));
        words["UNSIGNED_" + letter] = unsigned_of(type);
    };
    constexpr std::array<std::string_view, 3> letters{"T", "U", "V"};
    for (std::size_t i = 0; i < signature.operands.size(); ++i) add(std::string(letters[i]), signature.operands[i]);
    add("R", signature.result);
    return words;
}

/// The words of a text, and each character between them.
std::vector<std::string> parts_of(std::string_view text) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size(); at += parts.back().size()) {
        std::size_t end = at;
        while (end < text.size() && is_part(text[end])) ++end;
        parts.emplace_back(text.substr(at, std::max<std::size_t>(end - at, 1)));
    }
    return parts;
}
bool has_word(std::string_view text, std::string_view word) {
    const std::vector<std::string> parts = parts_of(text);
    return std::ranges::find(parts, word) != parts.end();
}
std::string with_words(std::string_view text, const std::map<std::string, std::string>& words) {
    std::string result;
    for (const std::string& part : parts_of(text)) {
        const auto found = words.find(part);
        result += found == words.end() ? part : found->second;
    }
    return result;
}

/// `a: T, b: U, r: R`, or `a, b, r`.
struct Parameters {
    std::string declared;
    std::string names;

    void add(std::string_view name, ScalarType type) {
        if (!names.empty()) declared += ", ", names += ", ";
        declared += fmt::format("{}: {}", name, spelling(type));
        names += name;
    }
};

std::string source_of(std::string_view text, const Signature& signature) {
    constexpr std::array<std::string_view, 3> names{"a", "b", "c"};
    Parameters parameters;
    for (std::size_t i = 0; i < signature.operands.size(); ++i) parameters.add(names[i], signature.operands[i]);
    Parameters of_function = parameters;
    if (has_word(text, "r")) of_function.add("r", signature.result);
    parameters.add("r", signature.result);
    const std::string body = with_words(text, words_of(signature));
    const bool is_body = body.starts_with('{');
    std::string source;
    if (is_body)
        source = fmt::format("fn replaced({}) -> {} {}\n", of_function.declared, spelling(signature.result), body);
    return source + fmt::format("@launch({})\nkernel k({}, result: tensor<{}>[1]) {{\n  result[0] = {}\n}}\n",
                                signature.threads, parameters.declared, spelling(signature.result),
                                is_body ? fmt::format("replaced({})", of_function.names) : body);
}

struct Compiled {
    Program program;

    [[nodiscard]] const Expression& value() const {
        return std::get<Store>(program.body.statements.front().node).value;
    }
};

/// A text that is none for these types is a mistake in the table of faults.
Compiled compile(std::string_view text, const Signature& signature) {
    const SourceFile source("replacement.ph", source_of(text, signature));
    const syntax::Parsed parsed = syntax::parse(source);
    diagnostics::List errors = parsed.diagnostics;
    check::Elaborated elaborated;
    if (!errors.has_errors()) elaborated = check::elaborate(parsed.file, {signature.lanes}, {});
    errors.add(elaborated.diagnostics);
    if (errors.has_errors())
        fmt::print(stderr, "{}", diagnostics::terminal_text({source, errors}, diagnostics::Color::never));
    PHOBOS_ASSERT(!errors.has_errors());
    return {std::move(elaborated.kernels.front())};
}

// --- putting it into the program ---

/// Copies the value of a compiled text into a program.
class Graft {
public:
    Graft(Program& into, const Compiled& compiled, Span span) : into_(into), from_(compiled), span_(span) {}

    /// What stands for the parameter of this number.
    void give(std::size_t parameter, Expression operand) {
        const auto local = std::get<LocalId>(from_.program.parameters[parameter]);
        operands_.insert_or_assign(local.index, std::move(operand));
    }

    Expression copy() {
        Expression result = from_.value();
        place(result);
        return result;
    }

private:
    LocalId renewed(LocalId local) {
        const auto known = locals_.find(local.index);
        if (known != locals_.end()) return known->second;
        const LocalId fresh{static_cast<std::uint32_t>(into_.locals.size())};
        into_.locals.push_back(from_.program.locals[local.index]);
        locals_.insert({local.index, fresh});
        return fresh;
    }
    SiteId renewed(SiteId site) {
        const SiteId fresh{static_cast<std::uint32_t>(into_.sites.size())};
        into_.sites.push_back({from_.program.sites[site.index].kind, span_});
        return fresh;
    }

    /// Ids, and operands in the place of their names.
    void place(Expression& expression) {
        const auto* use = std::get_if<LocalUse>(&expression.node);
        if (use != nullptr && operands_.contains(use->local.index)) {
            expression = operands_.at(use->local.index);
            return;
        }
        for_each_operand(expression, [&](Expression& operand) { place(operand); });
        if (Block* body = body_of(expression)) place(*body);
        std::visit([&](auto& node) { renew(node); }, expression.node);
        expression.id = {into_.expressions++};
        expression.span = span_;
        lift(expression);
    }
    void place(Block& block) {
        for (Statement& statement : block.statements) {
            mutation::for_each_expression(statement, [&](Expression& expression) { place(expression); });
            mutation::for_each_block(statement, [&](Block& inner) { place(inner); });
            std::visit([&](auto& node) { renew(node); }, statement.node);
            statement.span = span_;
        }
    }
    template <class Node>
    void renew(Node& node) {
        if constexpr (requires { node.local; }) node.local = renewed(node.local);
        if constexpr (std::is_same_v<Node, For>) node.variable = renewed(node.variable);
        if constexpr (std::is_same_v<Node, Call>)
            for (Binding& binding : node.bindings) binding.parameter = renewed(std::get<LocalId>(binding.parameter));
        if constexpr (requires { node.site; }) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(node.site)>, SiteId>)
                node.site = renewed(node.site);
            else if (node.site)
                node.site = renewed(*node.site);
        }
    }
    /// An operation on a run or tile gives one.
    static void lift(Expression& expression) {
        for_each_operand(expression, [&](const Expression& operand) {
            Type& type = expression.type;
            if (operand.type.form == Form::run) type.form = Form::run, type.elements = operand.type.elements;
            if (operand.type.form != Form::tile) return;
            type.form = Form::tile;
            type.shape.rank = operand.type.shape.rank;
            for (std::size_t axis = 0; axis < type.shape.rank; ++axis)
                type.shape.extents[axis] = std::max(type.shape.extents[axis], operand.type.shape.extents[axis]);
        });
    }

    Program& into_;
    const Compiled& from_;
    Span span_;
    std::map<std::uint32_t, Expression> operands_;
    std::map<std::uint32_t, LocalId> locals_;
};

bool is_elementwise(const Expression& expression) {
    bool result = true;
    for_each_in(expression, [&](const Expression& part) {
        result = result && std::visit(
                               [](const auto& node) {
                                   using Node = std::remove_cvref_t<decltype(node)>;
                                   return std::is_same_v<Node, Constant> || std::is_same_v<Node, LocalUse> ||
                                          std::is_same_v<Node, Unary> || std::is_same_v<Node, Binary> ||
                                          std::is_same_v<Node, Convert> || std::is_same_v<Node, Elementwise>;
                               },
                               part.node);
    });
    return result;
}

bool is_cheap(const Expression& expression) {
    return node_of<Constant>(expression) != nullptr || node_of<LocalUse>(expression) != nullptr ||
           node_of<DimUse>(expression) != nullptr || node_of<ContextUse>(expression) != nullptr;
}

/// A program in which texts stand for operations.
class Replacer {
public:
    Replacer(Program& program, const Replacement& replacement) : program_(program), replacement_(replacement) {}

    bool run() {
        rewrite(program_.body, [&](auto& part) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(part)>, Expression>) visit(part);
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(part)>, Statement>) visit(part);
        });
        return changed_;
    }

private:
    /// Copies of operands make a program grow: one that is large already stays as it is from there on.
    static constexpr std::uint32_t most_expressions = 200'000;

    const Compiled& compiled(const Signature& signature) {
        const auto known = compiled_.find(signature);
        if (known != compiled_.end()) return known->second;
        return compiled_.emplace(signature, compile(replacement_.text, signature)).first->second;
    }

    void visit(Statement& statement) {
        auto* store = std::get_if<Store>(&statement.node);
        const auto* op = std::get_if<BinaryOperator>(&replacement_.pattern.operation);
        if (store == nullptr || !store->op || op == nullptr || *op != *store->op || has_effect(*store)) return;
        const ScalarType type = type_of(store->buffer);
        Expression read{Load{store->buffer, store->subscripts, store->site},
                        {type, Form::scalar, 1, {}},
                        {program_.expressions++},
                        statement.span};
        std::optional<SiteId> site;
        if (*op == BinaryOperator::divide || *op == BinaryOperator::remainder || shape(*op) == OperatorShape::shift)
            site = store->site;
        const Span span = statement.span;
        Expression whole{Binary{*op, std::move(read), store->value, site},
                         {type, Form::scalar, 1, {}},
                         {program_.expressions++},
                         span};
        if (!occurrence(replacement_.pattern, whole)) return;
        visit(whole);
        store->op.reset();
        store->value = std::move(whole);
    }
    /// What is evaluated once cannot be written twice, and a target is read after its value is computed (stmt-14).
    static bool has_effect(const Store& store) {
        bool found = false;
        const auto look = [&](const Expression& part) {
            found = found || node_of<Atomic>(part) != nullptr || body_of(part) != nullptr;
        };
        for (const Expression& subscript : store.subscripts) for_each_in(subscript, look);
        for_each_in(store.value, look);
        return found;
    }
    [[nodiscard]] ScalarType type_of(const Buffer& buffer) const {
        if (const auto* tensor = std::get_if<TensorId>(&buffer)) return program_.tensors[tensor->index].element;
        return program_.tiles[std::get<TileId>(buffer).index].element;
    }

    void visit(Expression& expression) {
        const auto operands = occurrence(replacement_.pattern, expression);
        if (!operands || program_.expressions > most_expressions) return;
        Signature signature{{}, expression.type.element, program_.lanes, program_.bounds.threads};
        for (const Expression* operand : *operands) signature.operands.push_back(operand->type.element);
        const Compiled& text = compiled(signature);
        std::vector<Expression> given;
        for (const Expression* operand : *operands) given.push_back(*operand);
        given.push_back(expression);
        const bool is_scalar = expression.type.form == Form::scalar;
        if (!is_scalar && !is_elementwise(text.value())) return;
        // The parts of what is right are computed from the operands' names, so that each is computed once.
        expression = is_scalar ? bound(text, std::move(given)) : grafted(text, std::move(given), expression.span);
        changed_ = true;
    }

    Expression grafted(const Compiled& text, std::vector<Expression> given, Span span) {
        Graft graft(program_, text, span);
        for (std::size_t i = 0; i < given.size(); ++i) graft.give(i, std::move(given[i]));
        return graft.copy();
    }

    /// A call whose parameters are the operands; where these are cheap the value itself.
    Expression bound(const Compiled& text, std::vector<Expression> given) {
        Expression& right = given.back();
        const Span span = right.span;
        const Type result = right.type;
        std::vector<Binding> bindings;
        const bool are_cheap = std::all_of(given.begin(), given.end() - 1, is_cheap);
        if (are_cheap && (names_are_enough(right) || !uses_result(text))) return grafted(text, std::move(given), span);
        if (names_are_enough(right)) {
            std::size_t number = 0;
            for_each_operand(right, [&](Expression& operand) {
                if (operand.type.form != Form::scalar || number + 1 >= given.size()) return;
                give_name(operand, bindings);
                given[number++] = operand;
            });
        } else {
            for (std::size_t i = 0; i + 1 < given.size(); ++i) give_name(given[i], bindings);
            if (uses_result(text)) give_name(right, bindings);
        }
        Expression value = grafted(text, std::move(given), span);
        const SiteId site{static_cast<std::uint32_t>(program_.sites.size())};
        program_.sites.push_back({SiteKind::call, span});
        Block body{{Statement{Return{std::move(value)}, span}}};
        return {Call{"replaced", std::move(bindings), std::move(body), site}, result, {program_.expressions++}, span};
    }
    /// Whether the operation has the operands of the text as its own, in their order.
    [[nodiscard]] bool names_are_enough(const Expression& right) const {
        return node_of<Unary>(right) != nullptr || node_of<Convert>(right) != nullptr ||
               node_of<Elementwise>(right) != nullptr || node_of<Collective>(right) != nullptr ||
               node_of<Shuffle>(right) != nullptr || node_of<Ballot>(right) != nullptr ||
               (node_of<Binary>(right) != nullptr &&
                !std::holds_alternative<ProductAndSum>(replacement_.pattern.operation));
    }
    static bool uses_result(const Compiled& text) {
        const auto result = std::get<LocalId>(text.program.parameters.rbegin()[1]);
        bool found = false;
        for_each_in(text.value(), [&](const Expression& part) {
            const auto* use = node_of<LocalUse>(part);
            found = found || (use != nullptr && use->local.index == result.index);
        });
        return found;
    }
    /// A name in the place of an operand, which is bound to it: the body of a call sees no variable of its caller.
    void give_name(Expression& operand, std::vector<Binding>& bindings) {
        if (is_cheap(operand) && node_of<LocalUse>(operand) == nullptr) return;
        const LocalId local{static_cast<std::uint32_t>(program_.locals.size())};
        program_.locals.push_back({"operand", operand.type.element, operand.span});
        Expression use{LocalUse{local}, operand.type, {program_.expressions++}, operand.span};
        bindings.push_back({local, std::exchange(operand, std::move(use))});
    }

    Program& program_;
    const Replacement& replacement_;
    std::map<Signature, Compiled> compiled_;
    bool changed_ = false;
};

}  // namespace

bool replace(Program& program, const Replacement& replacement) {
    bool occurs = false;
    for_each_in(program.body, Overloaded{
                                  [&](const Expression& expression) {
                                      occurs = occurs || occurrence(replacement.pattern, expression).has_value();
                                  },
                                  [&](const Statement& statement) {
                                      const auto* store = std::get_if<Store>(&statement.node);
                                      occurs = occurs || (store != nullptr && store->op.has_value());
                                  },
                              });
    return occurs && Replacer(program, replacement).run();
}

}  // namespace phobos::mutation
