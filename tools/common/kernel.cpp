// SPDX-License-Identifier: Apache-2.0
#include "tools/common/kernel.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/nearest.h"

namespace phobos::tools {

Result<const program::CheckedProgram*, engine::LaunchError> choose_kernel(
    const std::vector<program::CheckedProgram>& kernels, const std::optional<std::string>& name) {
    std::vector<std::string_view> names;
    for (const program::CheckedProgram& kernel : kernels) names.emplace_back(kernel.program().kernel);
    const auto refuse = [](std::string message) {
        return Failure{engine::LaunchError{diagnostics::Code::launch_kernel, std::move(message)}};
    };
    if (kernels.empty()) return refuse("the source has no kernel");
    if (!name && kernels.size() > 1)
        return refuse(
            fmt::format("the source has several kernels; choose one by --kernel: {}", fmt::join(names, ", ")));
    if (!name) return &kernels.front();
    const auto found = std::ranges::find(names, *name);
    if (found != names.end()) return &kernels[static_cast<std::size_t>(found - names.begin())];
    const auto near = nearest(*name, names);
    return refuse(
        fmt::format("the source has no kernel '{}'{}", *name, near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

}  // namespace phobos::tools
