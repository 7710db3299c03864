// SPDX-License-Identifier: Apache-2.0
#include "lang/check/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/check/elaborator.h"
#include "lang/check/functions.h"

namespace phobos::check {
namespace {

bool declares(const syntax::File& file, const std::string& tunable) {
    for (const syntax::Item& item : file.items) {
        const auto* kernel = std::get_if<syntax::Kernel>(&item);
        if (kernel == nullptr) continue;
        for (const syntax::AttributeUse& use : kernel->attributes)
            for (const syntax::Choices& choices : use.choices)
                if (choices.name.text == tunable) return true;
    }
    return false;
}

}  // namespace

Elaborated elaborate(const syntax::File& file, Target target, const std::vector<Setting>& settings) {
    Elaborated result;
    for (const Setting& setting : settings)
        if (!declares(file, setting.name))
            result.diagnostics.add({diagnostics::Code::unknown_setting,
                                    {0, 0},
                                    fmt::format("`{}` is set, but no kernel declares it by `@autotune`", setting.name),
                                    {},
                                    {}});
    Totals totals;
    Functions functions = collect_functions(file, result.diagnostics);
    for (FunctionEntry& entry : functions.all) {
        Elaborator elaborator(functions, target, Mode::function, totals);
        elaborator.function(*entry.tree);
        totals = elaborator.totals();
        if (elaborator.diagnostics().has_errors()) entry.is_sound = false;
        result.diagnostics.add(elaborator.diagnostics());
    }
    for (const syntax::Item& item : file.items) {
        const auto* kernel = std::get_if<syntax::Kernel>(&item);
        if (kernel == nullptr) continue;
        Elaborator elaborator(functions, target, Mode::kernel, totals);
        std::optional<program::Program> program = elaborator.kernel(*kernel, settings);
        totals = elaborator.totals();
        if (program) result.kernels.push_back(std::move(*program));
        result.diagnostics.add(elaborator.diagnostics());
    }
    return result;
}

}  // namespace phobos::check
