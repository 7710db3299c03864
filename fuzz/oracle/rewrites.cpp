// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/rewrites.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/io/value_text.h"
#include "engine/tensor.h"
#include "fuzz/generate/build.h"
#include "fuzz/generate/random.h"
#include "fuzz/generate/walk.h"
#include "lang/base/assert.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::fuzz {
namespace {

syntax::Kernel* kernel_of(syntax::File& file) {
    for (syntax::Item& item : file.items)
        if (auto* kernel = std::get_if<syntax::Kernel>(&item)) return kernel;
    return nullptr;
}

/// Names that stand for one thing only, wherever they are used.
std::set<std::string> names_declared_twice(const syntax::File& file) {
    std::set<std::string> once;
    std::set<std::string> twice;
    const auto declare = [&](const syntax::Name& declared) {
        if (!once.insert(declared.text).second) twice.insert(declared.text);
    };
    for (const syntax::Item& item : file.items)
        std::visit(
            [&](const auto& node) {
                for (const syntax::Parameter& parameter : node.parameters) declare(parameter.name);
            },
            item);
    for_each_statement_of(file, [&](const Statement& statement) {
        if (const auto* node = std::get_if<syntax::Let>(&statement.node)) declare(node->name);
        if (const auto* node = std::get_if<syntax::Var>(&statement.node)) declare(node->name);
        if (const auto* node = std::get_if<syntax::For>(&statement.node)) declare(node->variable);
    });
    return twice;
}

/// Calls `visit` with each expression in the body of the kernel, but for what is assigned to.
template <class Visit>
void for_each_value(Block& body, const Visit& visit) {
    for_each_statement(body, [&](Statement& statement) {
        if (auto* node = std::get_if<syntax::Assign>(&statement.node)) {
            if (auto* target = std::get_if<syntax::Subscript>(&node->target.node))
                for_each_index(*target, [&](Expression& index) { for_each_within(index, visit); });
            return for_each_within(node->value, visit);
        }
        for_each_expression(statement, [&](Expression& expression) { for_each_within(expression, visit); });
    });
}

struct ScalarArgument {
    std::string name;
    engine::Scalar value;
};

std::vector<ScalarArgument> scalars_of(const Generated& given) {
    Generated copy = given;
    const syntax::Kernel* const kernel = kernel_of(copy.file);
    const std::set<std::string> twice = names_declared_twice(given.file);
    std::vector<ScalarArgument> scalars;
    for (std::size_t i = 0; kernel != nullptr && i < kernel->parameters.size(); ++i) {
        const auto* scalar = std::get_if<engine::Scalar>(&given.launch.arguments[i]);
        const std::string& name = kernel->parameters[i].name.text;
        if (scalar != nullptr && !twice.contains(name)) scalars.push_back({name, *scalar});
    }
    return scalars;
}

/// Puts an expression in the place of each use of these names in the kernel.
bool replace_uses(syntax::Kernel& kernel, const std::map<std::string, Expression>& by) {
    bool found = false;
    for_each_value(kernel.body, [&](Expression& expression) {
        const auto* use = std::get_if<syntax::NameUse>(&expression.node);
        if (use == nullptr) return;
        const auto place = by.find(use->name.text);
        if (place == by.end()) return;
        expression = place->second;
        found = true;
    });
    return found;
}

bool is_nan(const engine::Scalar& scalar) {
    return is_float(scalar.type) && layout(float_format(scalar.type)).is_nan(scalar.value.bits);
}

/// A literal of the value; a NaN has none that gives its bits, and in a conversion to f64 it would be one of f32
/// (expr-25).
std::optional<Expression> literal_of(const engine::Scalar& scalar) {
    if (is_nan(scalar) || scalar.type == ScalarType::f64) return std::nullopt;
    if (scalar.type == ScalarType::boolean) return boolean(scalar.value.bits != 0);
    if (is_float(scalar.type)) return convert(scalar.type, decimal(io::value_text(scalar.type, scalar.value)));
    return convert(scalar.type, integer(integer_value(scalar.type, scalar.value)));
}

std::optional<Generated> with_constants(Generated given) {
    std::map<std::string, Expression> by;
    std::vector<Statement> lets;
    for (const ScalarArgument& scalar : scalars_of(given)) {
        if (auto literal = literal_of(scalar.value)) {
            by.emplace(scalar.name, *std::move(literal));
        } else if (!is_nan(scalar.value)) {
            const std::string own = "literal_" + scalar.name;
            Expression value = decimal(io::value_text(scalar.value.type, scalar.value.value));
            lets.push_back({syntax::Let{{own, {}}, fuzz::scalar(scalar.value.type), std::move(value)}, {}});
            by.emplace(scalar.name, name(own));
        }
    }
    syntax::Kernel* const kernel = kernel_of(given.file);
    if (kernel == nullptr || !replace_uses(*kernel, by)) return std::nullopt;
    std::vector<Statement>& statements = kernel->body.statements;
    statements.insert(statements.begin(), lets.begin(), lets.end());
    return given;
}

/// Values in tensors of one element.
class Memory {
public:
    explicit Memory(Generated& given) : given_(given), kernel_(*kernel_of(given.file)) {}

    Expression read(const engine::Scalar& value) {
        const std::string name = fmt::format("LOADED{}", count_++);
        auto tensor = engine::make_zeroed(value.type, {1});
        PHOBOS_ASSERT(tensor);
        tensor->store(0, value.value);
        kernel_.parameters.push_back({{name, {}}, {syntax::TensorTypeUse{value.type, list(integer(1))}, {}}});
        given_.launch.arguments.emplace_back(engine::OwnTensor{std::move(*tensor), 0});
        return element(name, list(integer(0)));
    }
    [[nodiscard]] int count() const { return count_; }

private:
    Generated& given_;
    syntax::Kernel& kernel_;
    int count_ = 0;
};

/// `T(5)`, of an integer type, as a value.
std::optional<engine::Scalar> written_value(const Expression& expression) {
    const auto* call = std::get_if<syntax::Call>(&expression.node);
    if (call == nullptr || call->over || call->arguments.size() != 1) return std::nullopt;
    const auto* digits = std::get_if<syntax::IntegerLiteral>(&call->arguments.front().node);
    for (const ScalarType type : {ScalarType::i8, ScalarType::u8, ScalarType::i32, ScalarType::u32, ScalarType::i64})
        if (digits != nullptr && call->callee.text == spelling(type) &&
            digits->magnitude <= static_cast<std::uint64_t>(INT8_MAX))
            return engine::Scalar{type, {digits->magnitude}};
    return std::nullopt;
}

std::optional<Generated> with_loaded(Generated given) {
    constexpr int most_loaded = 12;
    if (kernel_of(given.file) == nullptr) return std::nullopt;
    std::map<std::string, Expression> by;
    Memory memory(given);
    for (const ScalarArgument& scalar : scalars_of(given)) by.emplace(scalar.name, memory.read(scalar.value));
    syntax::Kernel& kernel = *kernel_of(given.file);
    bool found = replace_uses(kernel, by);
    for_each_value(kernel.body, [&](Expression& expression) {
        const auto value = memory.count() < most_loaded ? written_value(expression) : std::nullopt;
        if (!value) return;
        expression = memory.read(*value);
        found = true;
    });
    if (!found) return std::nullopt;
    return given;
}

/// What is the same for all threads, and known to be: scalar arguments, and what the kernel says first of its block.
std::vector<std::string> uniform_names(const Generated& given, const syntax::Kernel& kernel) {
    std::vector<std::string> names;
    for (const ScalarArgument& scalar : scalars_of(given)) names.push_back(scalar.name);
    if (kernel.body.statements.empty()) return names;
    const auto* first = std::get_if<syntax::Let>(&kernel.body.statements.front().node);
    if (first != nullptr && !names_declared_twice(given.file).contains(first->name.text))
        names.push_back(first->name.text);
    return names;
}

/// The same value by a way that the checker takes for varying: some lanes have it of another, if need be by a shuffle.
Expression laundered(const std::string& value, Random& random) {
    Expression low = binary(BinaryOperator::less, field(ContextField::lane), integer(random.between(1, 31)));
    Expression other = name(value);
    if (random.chance(40)) other = call("shuffle", list(name(value), integer(random.between(0, 31))));
    if (random.chance(40)) other = call("shuffle_xor", list(name(value), integer(random.between(1, 31))));
    return call("where", list(std::move(low), std::move(other), name(value)));
}

/// Each of the uses with a chance of so many percent: some must stay as they are for the levels' sake.
std::optional<Generated> with_laundered(Generated given, int percent, std::uint64_t number) {
    syntax::Kernel* const kernel = kernel_of(given.file);
    if (kernel == nullptr) return std::nullopt;
    Random random(number);
    const std::vector<std::string> names = uniform_names(given, *kernel);
    bool found = false;
    for_each_value(kernel->body, [&](Expression& expression) {
        const auto* use = std::get_if<syntax::NameUse>(&expression.node);
        if (use == nullptr || std::ranges::find(names, use->name.text) == names.end()) return;
        if (!random.chance(percent)) return;
        expression = name("washed_" + std::string(use->name.text));
        found = true;
    });
    if (!found) return std::nullopt;
    std::vector<Statement>& statements = kernel->body.statements;
    for (auto at = names.rbegin(); at != names.rend(); ++at) {
        const std::string& each = *at;
        const auto* first = std::get_if<syntax::Let>(&statements.front().node);
        const bool is_first = first != nullptr && first->name.text == each;
        statements.insert(statements.begin() + (is_first ? 1 : 0), let("washed_" + each, laundered(each, random)));
    }
    return given;
}

bool meets_grid(const syntax::Kernel& kernel) {
    return std::ranges::any_of(kernel.attributes,
                               [](const syntax::AttributeUse& use) { return use.name.text == "persistent"; });
}

/// x becomes y and y becomes z, with one more block along y that does nothing.
std::optional<Generated> with_other_grid(Generated given) {
    syntax::Kernel* const kernel = kernel_of(given.file);
    const engine::Block grid = given.launch.grid;
    if (kernel == nullptr || meets_grid(*kernel) || grid.z != 1 || grid.x * grid.y == 0) return std::nullopt;
    bool is_known = true;
    for_each_expression_of(given.file, [&](Expression& expression) {
        if (auto* use = std::get_if<syntax::ContextUse>(&expression.node)) {
            switch (use->field) {
                case ContextField::block_x: use->field = ContextField::block_y; break;
                case ContextField::block_y: use->field = ContextField::block_z; break;
                case ContextField::grid_x: expression = convert(ScalarType::i32, integer(grid.x)); break;
                case ContextField::grid_y: use->field = ContextField::grid_z; break;
                case ContextField::block_z:
                case ContextField::grid_z: is_known = false; break;
                case ContextField::lane:
                case ContextField::lanes:
                case ContextField::warp:
                case ContextField::warps:
                case ContextField::thread:
                case ContextField::threads: break;
            }
        } else if (auto* of = std::get_if<syntax::Call>(&expression.node);
                   of != nullptr && of->callee.text == "program_id" && of->arguments.size() == 1) {
            auto* axis = std::get_if<syntax::IntegerLiteral>(&of->arguments.front().node);
            if (axis == nullptr || axis->magnitude > 1) is_known = false;
            if (axis != nullptr) ++axis->magnitude;
        }
    });
    if (!is_known) return std::nullopt;
    Expression works = binary(BinaryOperator::less, field(ContextField::block_y), integer(grid.x));
    Block body = std::move(kernel->body);
    kernel->body = block_of(when(std::move(works), std::move(body)));
    given.launch.grid = {1, grid.x + 1, grid.y};
    return given;
}

std::optional<Trial> valid(std::uint64_t number, std::optional<Generated> given) {
    if (!given) return std::nullopt;
    Trial trial = make_trial(number, *std::move(given));
    if (trial.program() == nullptr) return std::nullopt;
    return trial;
}

std::optional<Trial> laundered_trial(const Trial& trial) {
    for (const int percent : {100, 50, 25, 10})
        if (auto found = valid(trial.number, with_laundered(trial.given, percent, trial.number + percent)))
            return found;
    return std::nullopt;
}

}  // namespace

std::optional<Trial> rewritten(const Trial& trial, Rewrite rewrite) {
    switch (rewrite) {
        case Rewrite::none: return valid(trial.number, trial.given);
        case Rewrite::constants: return valid(trial.number, with_constants(trial.given));
        case Rewrite::loaded: return valid(trial.number, with_loaded(trial.given));
        case Rewrite::laundered: return laundered_trial(trial);
        case Rewrite::regridded: return valid(trial.number, with_other_grid(trial.given));
    }
    return std::nullopt;
}

}  // namespace phobos::fuzz
