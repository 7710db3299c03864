// SPDX-License-Identifier: Apache-2.0
#include "lang/check/variables.h"

#include <utility>

#include "lang/base/overloaded.h"
#include "lang/program/children.h"

namespace phobos::check {

namespace {

using namespace program;

class Finder {
public:
    explicit Finder(const Program& program) : reassigned_(program.locals.size()) { find(program.body); }
    std::vector<bool> take() { return std::move(reassigned_); }

private:
    void find(const Block& block);
    void find(const Expression& expression);

    std::vector<bool> reassigned_;
};

void Finder::find(const Expression& expression) {
    for_each_child(expression, [&](const Expression& operand) { find(operand); });
    if (const auto* call = std::get_if<Call>(&expression.node)) find(*call->body);
}

void Finder::find(const Block& block) {
    for (const Statement& statement : block.statements)
        std::visit(Overloaded{
                       [&](const Assign& node) {
                           if (!node.declares) reassigned_[node.local.index] = true;
                           find(node.value);
                       },
                       [](const DeclareTile&) {},
                       [](const Break&) {},
                       [](const Continue&) {},
                       [](const Barrier&) {},
                       [](const WarpBarrier&) {},
                       [](const GridBarrier&) {},
                       [&](const Store& node) {
                           find(node.value);
                           for (const auto& each : node.subscripts) find(each);
                       },
                       [&](const RunStore& node) {
                           for (const auto& each : node.subscripts) find(each);
                           find(node.value);
                       },
                       [&](const If& node) {
                           find(node.condition);
                           find(*node.then);
                           find(*node.otherwise);
                       },
                       [&](const For& node) {
                           find(node.start), find(node.end), find(node.step);
                           find(*node.body);
                       },
                       [&](const While& node) { find(node.condition), find(*node.body); },
                       [&](const Return& node) {
                           if (node.value) find(*node.value);
                       },
                       [&](const Evaluate& node) { find(node.expression); },
                   },
                   statement.node);
}

}  // namespace

std::vector<bool> reassigned_locals(const Program& program) { return Finder(program).take(); }

}  // namespace phobos::check
