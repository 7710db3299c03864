// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reduce/edits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "fuzz/generate/build.h"
#include "fuzz/generate/walk.h"
#include "fuzz/reduce/fixed.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::fuzz {
namespace {

/// Windows of n elements, half of them, then a quarter, down to one; in each size from the end on, since what stands
/// later depends on what stands before.
template <class Take>
void for_each_window(std::uint64_t n, std::uint64_t least, const Take& take) {
    for (std::uint64_t size = n; size >= least && size > 0; size /= 2) {
        for (std::uint64_t end = n; end > 0;) {
            const std::uint64_t first = end > size ? end - size : 0;
            take(first, end - first);
            end = first;
        }
    }
}

/// Calls `visit` with each block of a file.
template <class File, class Visit>
void for_each_block_of(File& file, const Visit& visit) {
    for (auto& item : file.items) {
        visit(body_of(item));
        for_each_statement(body_of(item),
                           [&](auto& statement) { for_each_body(statement, [&](auto& body) { visit(body); }); });
    }
}

/// The n-th thing that a walk visits, or null.
template <class Thing, class Walk>
Thing* nth(std::size_t n, const Walk& walk) {
    Thing* found = nullptr;
    std::size_t number = 0;
    walk([&](Thing& thing) {
        if (number++ == n) found = &thing;
    });
    return found;
}

template <class File>
auto* kernel_of(File& file) {
    using Kernel = walk_detail::Like<File, syntax::Kernel>;
    for (auto& item : file.items)
        if (auto* kernel = std::get_if<syntax::Kernel>(&item)) return kernel;
    return static_cast<Kernel*>(nullptr);
}

// --- which there are ---

using Edits = std::vector<Edit>;

Edits statement_edits(const syntax::File& file) {
    Edits edits;
    std::size_t block = 0;
    for_each_block_of(file, [&](const syntax::Block& body) {
        for_each_window(body.statements.size(), 1, [&](std::uint64_t first, std::uint64_t count) {
            edits.emplace_back(DropStatements{block, first, count});
        });
        ++block;
    });
    return edits;
}

Edits structure_edits(const syntax::File& file) {
    Edits edits;
    for (std::size_t i = 0; i < file.items.size(); ++i)
        if (std::holds_alternative<syntax::Function>(file.items[i])) edits.emplace_back(DropItem{i});
    std::size_t number = 0;
    for_each_statement_of(file, [&](const syntax::Statement& statement) {
        std::size_t bodies = 0;
        for_each_body(statement, [&](const syntax::Block&) { edits.emplace_back(Unwrap{number, bodies++}); });
        const auto* branch = std::get_if<syntax::If>(&statement.node);
        if (branch != nullptr && branch->otherwise) edits.emplace_back(DropElse{number});
        ++number;
    });
    const syntax::Kernel& kernel = *kernel_of(file);
    for (std::size_t i = kernel.parameters.size(); i-- > 0;) edits.emplace_back(DropParameter{i});
    for (std::size_t i = kernel.attributes.size(); i-- > 0;)
        if (kernel.attributes[i].name.text != "launch") edits.emplace_back(DropAttribute{i});
    return edits;
}

Edits launch_edits(const Trial& trial) {
    Edits edits;
    const engine::Block& grid = trial.given.launch.grid;
    if (grid != engine::Block{1, 1, 1}) edits.emplace_back(SetGrid{{1, 1, 1}});
    if (grid.y > 1) edits.emplace_back(SetGrid{{grid.x, 1, 1}});
    if (grid.x > 1) edits.emplace_back(SetGrid{{grid.x / 2, grid.y, grid.z}});
    const int lanes = trial.given.lanes;
    const int threads = trial.program()->program().bounds.threads;
    for (int fewer = lanes; fewer < threads; fewer *= 2) edits.emplace_back(SetThreads{lanes, fewer});
    if (lanes == 64) edits.emplace_back(SetThreads{32, threads}), edits.emplace_back(SetThreads{32, threads / 2});
    const syntax::Kernel& kernel = *kernel_of(trial.parsed);
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const auto* own = std::get_if<engine::OwnTensor>(&trial.given.launch.arguments[i]);
        if (own == nullptr) continue;
        if (own->byte_offset != 0) edits.emplace_back(DropOffset{i});
        for (std::size_t axis = 0; axis < own->tensor.rank(); ++axis)
            for (std::int64_t extent = 1; extent < own->tensor.shape()[axis]; extent *= 2)
                edits.emplace_back(ShrinkAxis{i, axis, extent});
    }
    return edits;
}

Edits data_edits(const Trial& trial) {
    Edits edits;
    for (std::size_t i = 0; i < trial.given.launch.arguments.size(); ++i) {
        const auto* own = std::get_if<engine::OwnTensor>(&trial.given.launch.arguments[i]);
        if (own == nullptr || own->tensor.tracks_writes()) continue;
        const std::uint64_t elements = own->tensor.elements();
        for_each_window(elements, std::max<std::uint64_t>(1, elements / 16),
                        [&](std::uint64_t first, std::uint64_t count) {
                            for (std::uint64_t k = first; k < first + count; ++k)
                                if (own->tensor.load(k).bits != 0)
                                    return static_cast<void>(edits.emplace_back(ZeroElements{i, first, count}));
                        });
    }
    return edits;
}

/// The types of scalar expressions, by where they stand in the text.
std::map<std::pair<std::uint32_t, std::uint32_t>, ScalarType> scalar_types_of(const program::Program& program) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, ScalarType> types;
    program::for_each_in(program.body, Overloaded{[&](const program::Expression& expression) {
                                                      if (expression.type.form == program::Form::scalar)
                                                          types.emplace(
                                                              std::pair(expression.span.begin, expression.span.end),
                                                              expression.type.element);
                                                  },
                                                  [](const program::Statement&) {}});
    return types;
}

syntax::Expression literal_of(ScalarType type, bool is_one) {
    if (type == ScalarType::boolean) return boolean(is_one);
    if (is_float(type)) return convert(type, decimal(is_one ? "1.0" : "0.0"));
    return convert(type, integer(is_one ? 1 : 0));
}

bool is_literal(const syntax::Expression& expression) {
    if (const auto* call = std::get_if<syntax::Call>(&expression.node))
        return scalar_type(call->callee.text) && call->arguments.size() == 1 && is_literal(call->arguments.front());
    return std::holds_alternative<syntax::IntegerLiteral>(expression.node) ||
           std::holds_alternative<syntax::FloatLiteral>(expression.node) ||
           std::holds_alternative<syntax::BoolLiteral>(expression.node);
}

Edits expression_edits(const Trial& trial) {
    const Fixed fixed = fixed_of(trial.parsed);
    const auto types = scalar_types_of(trial.program()->program());
    Edits edits;
    std::size_t number = 0;
    for_each_expression_of(trial.parsed, [&](const syntax::Expression& expression) {
        const std::size_t at = number++;
        if (fixed.whole.contains(&expression) || is_literal(expression)) return;
        if (const auto type = types.find({expression.span.begin, expression.span.end}); type != types.end())
            for (const bool is_one : {false, true})
                edits.emplace_back(ReplaceExpression{at, literal_of(type->second, is_one)});
        if (fixed.literal.contains(&expression)) return;
        for_each_operand(
            expression, [&](const syntax::Expression& operand) { edits.emplace_back(ReplaceExpression{at, operand}); });
    });
    return edits;
}

// --- what they do ---

class Applier {
public:
    explicit Applier(const Generated& given) : result_(given) {}

    std::optional<Generated> apply(const Edit& edit) {
        const bool is_done = std::visit([&](const auto& node) { return apply(node); }, edit);
        if (!is_done) return std::nullopt;
        return std::move(result_);
    }

private:
    syntax::Statement* statement(std::size_t number) {
        return nth<syntax::Statement>(number, [&](const auto& visit) { for_each_statement_of(result_.file, visit); });
    }
    bool apply(const DropStatements& edit) {
        auto* block =
            nth<syntax::Block>(edit.block, [&](const auto& visit) { for_each_block_of(result_.file, visit); });
        if (block == nullptr || edit.first + edit.count > block->statements.size()) return false;
        const auto first = block->statements.begin() + static_cast<std::ptrdiff_t>(edit.first);
        block->statements.erase(first, first + static_cast<std::ptrdiff_t>(edit.count));
        return true;
    }
    bool apply(const Unwrap& edit) {
        const syntax::Statement* wanted = statement(edit.statement);
        if (wanted == nullptr) return false;
        bool is_done = false;
        for_each_block_of(result_.file, [&](syntax::Block& block) {
            if (is_done) return;
            const auto found =
                std::ranges::find_if(block.statements, [&](const auto& each) { return &each == wanted; });
            if (found == block.statements.end()) return;
            std::vector<syntax::Statement> inner;
            std::size_t body = 0;
            for_each_body(*found, [&](syntax::Block& each) {
                if (body++ == edit.body) inner = std::move(each.statements);
            });
            if (auto* loop = std::get_if<syntax::For>(&found->node); loop != nullptr) {
                syntax::Expression first = loop->start ? *loop->start : integer(0);
                inner.insert(inner.begin(), let(loop->variable.text, std::move(first)));
            }
            const auto place = block.statements.erase(found);
            block.statements.insert(place, std::make_move_iterator(inner.begin()),
                                    std::make_move_iterator(inner.end()));
            is_done = true;
        });
        return is_done;
    }
    bool apply(const DropElse& edit) {
        auto* found = statement(edit.statement);
        auto* branch = found == nullptr ? nullptr : std::get_if<syntax::If>(&found->node);
        if (branch == nullptr || !branch->otherwise) return false;
        branch->otherwise.reset();
        return true;
    }
    bool apply(const DropItem& edit) {
        if (edit.item >= result_.file.items.size()) return false;
        result_.file.items.erase(result_.file.items.begin() + static_cast<std::ptrdiff_t>(edit.item));
        return true;
    }
    bool apply(const DropParameter& edit) {
        syntax::Kernel& kernel = *kernel_of(result_.file);
        auto& arguments = result_.launch.arguments;
        if (edit.parameter >= arguments.size()) return false;
        for (engine::Argument& argument : arguments)
            if (auto* view = std::get_if<engine::ViewOf>(&argument)) {
                if (view->parameter == edit.parameter) return false;
                if (view->parameter > edit.parameter) --view->parameter;
            }
        kernel.parameters.erase(kernel.parameters.begin() + static_cast<std::ptrdiff_t>(edit.parameter));
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(edit.parameter));
        return true;
    }
    bool apply(const DropAttribute& edit) {
        auto& attributes = kernel_of(result_.file)->attributes;
        if (edit.attribute >= attributes.size()) return false;
        attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(edit.attribute));
        return true;
    }
    bool apply(const ReplaceExpression& edit) {
        auto* found = nth<syntax::Expression>(edit.expression,
                                              [&](const auto& visit) { for_each_expression_of(result_.file, visit); });
        if (found == nullptr) return false;
        syntax::Expression by = edit.by;  // which may be a part of what it replaces
        *found = std::move(by);
        return true;
    }
    bool apply(const SetGrid& edit) {
        result_.launch.grid = edit.grid;
        return true;
    }
    bool apply(const SetThreads& edit) {
        for (syntax::AttributeUse& attribute : kernel_of(result_.file)->attributes) {
            if (attribute.name.text != "launch" || attribute.expressions.size() != 1) continue;
            attribute.expressions.front() = integer(edit.threads);
            result_.lanes = edit.lanes;
            return edit.threads % edit.lanes == 0;
        }
        return false;
    }
    bool apply(const ShrinkAxis& edit) {
        syntax::Kernel& kernel = *kernel_of(result_.file);
        const auto dims_of = [&](std::size_t parameter) {
            auto* type = std::get_if<syntax::TensorTypeUse>(&kernel.parameters[parameter].type.node);
            return type == nullptr ? nullptr : &type->dims;
        };
        const syntax::Expression dim = (*dims_of(edit.parameter))[edit.axis];
        const bool is_named = std::holds_alternative<syntax::NameUse>(dim.node);
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
            auto* dims = dims_of(i);
            if (dims == nullptr) continue;
            for (std::size_t axis = 0; axis < dims->size(); ++axis) {
                const bool is_meant = i == edit.parameter && axis == edit.axis;
                if (!is_meant && !(is_named && (*dims)[axis] == dim)) continue;
                if (!shrink(i, axis, edit.extent)) return false;
                if (!is_named) (*dims)[axis] = integer(edit.extent);
            }
        }
        return true;
    }
    bool shrink(std::size_t parameter, std::size_t axis, std::int64_t extent) {
        auto* own = std::get_if<engine::OwnTensor>(&result_.launch.arguments[parameter]);
        if (own == nullptr) return false;
        std::vector<std::int64_t> shape = own->tensor.shape();
        const std::int64_t before = std::exchange(shape[axis], extent);
        std::int64_t inner = 1;
        for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
        auto smaller = own->tensor.tracks_writes() ? engine::make_unwritten(own->tensor.element(), shape)
                                                   : engine::make_zeroed(own->tensor.element(), shape);
        if (!smaller) return false;
        for (std::uint64_t i = 0; i < smaller->elements(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            const std::int64_t block = at / (inner * extent);
            const auto from = static_cast<std::uint64_t>(block * inner * before + at % (inner * extent));
            if (own->tensor.is_written(from)) smaller->store(i, own->tensor.load(from));
        }
        own->tensor = std::move(*smaller);
        return true;
    }
    bool apply(const ZeroElements& edit) {
        auto* own = std::get_if<engine::OwnTensor>(&result_.launch.arguments[edit.parameter]);
        if (own == nullptr || edit.first + edit.count > own->tensor.elements()) return false;
        for (std::uint64_t i = edit.first; i < edit.first + edit.count; ++i) own->tensor.store(i, {0});
        return true;
    }
    bool apply(const DropOffset& edit) {
        std::get<engine::OwnTensor>(result_.launch.arguments[edit.parameter]).byte_offset = 0;
        return true;
    }

    Generated result_;
};

}  // namespace

std::vector<Edit> edits_of(const Trial& trial, Pass pass) {
    switch (pass) {
        case Pass::statements: return statement_edits(trial.parsed);
        case Pass::structure: return structure_edits(trial.parsed);
        case Pass::launch: return launch_edits(trial);
        case Pass::expressions: return expression_edits(trial);
        case Pass::data: return data_edits(trial);
    }
    return {};
}

std::optional<Generated> applied(const Generated& given, const Edit& edit) { return Applier(given).apply(edit); }

}  // namespace phobos::fuzz
