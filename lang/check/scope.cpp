// SPDX-License-Identifier: Apache-2.0
#include "lang/check/scope.h"

#include <algorithm>
#include <utility>

#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::check {

void Scope::close() {
    PHOBOS_ASSERT(blocks_.size() > 1);
    for (const std::string& name : blocks_.back()) {
        const auto found = names_.find(name);
        found->second.pop_back();
        if (found->second.empty()) names_.erase(found);
    }
    blocks_.pop_back();
}

std::optional<Span> Scope::declare(const std::string& name, Symbol symbol) {
    std::vector<Declaration>& declarations = names_[name];
    if (!declarations.empty() && declarations.back().depth == blocks_.size())
        return declarations.back().symbol.declared;
    declarations.push_back({symbol, blocks_.size()});
    blocks_.back().push_back(name);
    return std::nullopt;
}

const Symbol* Scope::find(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : &found->second.back().symbol;
}

std::vector<std::string_view> Scope::names() const {
    std::vector<std::string_view> result;
    result.reserve(names_.size());
    for (const auto& [name, declarations] : names_) result.push_back(name);
    std::sort(result.begin(), result.end());
    return result;
}

std::string_view description(const Symbol& symbol) {
    return std::visit(Overloaded{
                          [](const Variable& variable) -> std::string_view {
                              switch (variable.kind) {
                                  case VariableKind::parameter: return "a parameter";
                                  case VariableKind::let: return "a `let`";
                                  case VariableKind::var: return "a `var`";
                                  case VariableKind::loop_variable: return "a loop variable";
                              }
                              return {};
                          },
                          [](const ConstantName& constant) -> std::string_view {
                              return constant.is_tunable ? "an autotune constant" : "a dim";
                          },
                          [](const DimName&) -> std::string_view { return "a dim"; },
                          [](const BufferName& name) -> std::string_view {
                              return std::holds_alternative<program::TensorId>(name.buffer) ? "a tensor" : "a tile";
                          },
                          [](const Rejected&) -> std::string_view { return "a name"; },
                      },
                      symbol.meaning);
}

}  // namespace phobos::check
