// SPDX-License-Identifier: Apache-2.0
#include "tools/check/expressions.h"

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::tools {
namespace {

using namespace program;

class Collector {
public:
    void block(const Block& block) {
        for (const Statement& statement : block.statements) this->statement(statement);
    }
    std::vector<const Expression*> take() { return std::move(found_); }

private:
    void expression(const Expression& expression) {
        found_.push_back(&expression);
        for_each_child(expression, [this](const Expression& child) { this->expression(child); });
        if (const auto* call = std::get_if<Call>(&expression.node)) block(*call->body);
    }
    void each(const std::vector<Expression>& expressions) {
        for (const Expression& one : expressions) expression(one);
    }

    void statement(const Statement& statement) {
        std::visit(Overloaded{
                       [&](const Assign& node) { expression(node.value); },
                       [](const DeclareTile&) {},
                       [&](const Store& node) { expression(node.value), each(node.subscripts); },
                       [&](const RunStore& node) { each(node.subscripts), expression(node.value); },
                       [&](const If& node) { expression(node.condition), block(*node.then), block(*node.otherwise); },
                       [&](const For& node) {
                           expression(node.start), expression(node.end), expression(node.step), block(*node.body);
                       },
                       [&](const While& node) { expression(node.condition), block(*node.body); },
                       [](const Break&) {},
                       [](const Continue&) {},
                       [&](const Return& node) {
                           if (node.value) expression(*node.value);
                       },
                       [&](const Evaluate& node) { expression(node.expression); },
                       [](const Barrier&) {},
                       [](const WarpBarrier&) {},
                       [](const GridBarrier&) {},
                   },
                   statement.node);
    }

    std::vector<const Expression*> found_;
};

}  // namespace

std::vector<const Expression*> all_expressions(const Program& program) {
    Collector collector;
    collector.block(program.body);
    return collector.take();
}

}  // namespace phobos::tools
