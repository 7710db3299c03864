// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/diagnostics/list.h"
#include "lang/syntax/tree.h"

namespace phobos::check {

/// A function of the file, by its place in Functions::all.
struct FunctionEntry {
    const syntax::Function* tree;
    bool is_sound = true;  ///< without an error of its own, so that calls may be expanded
};

/// The kernels and functions of one file by name.
struct Functions {
    std::vector<FunctionEntry> all;
    std::unordered_map<std::string_view, std::size_t> by_name;
    std::unordered_map<std::string_view, const syntax::Kernel*> kernels;

    [[nodiscard]] const FunctionEntry* find(const std::string& name) const;
};

/// Collects the items of a file and judges their names (ctx-1, ctx-24) and that no function calls itself (ctx-29).
/// The file outlives the result.
Functions collect_functions(const syntax::File& file, diagnostics::List& diagnostics);

}  // namespace phobos::check
