// SPDX-License-Identifier: Apache-2.0
#include "engine/outcome.h"

#include "lang/base/overloaded.h"

namespace phobos::engine {

std::string_view spelling(const Outcome& outcome) {
    return std::visit(Overloaded{[](const Finished&) -> std::string_view { return "finished"; },
                                 [](const Trapped&) -> std::string_view { return "trapped"; },
                                 [](const LaunchError&) -> std::string_view { return "launch-error"; },
                                 [](const Limited&) -> std::string_view { return "limit"; },
                                 [](const Unsupported&) -> std::string_view { return "unsupported"; },
                                 [](const Failed&) -> std::string_view { return "failed"; },
                                 [](const LevelViolation&) -> std::string_view { return "level-violation"; }},
                      outcome);
}

}  // namespace phobos::engine
