// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/ticker.h"

#include <unistd.h>

#include <fmt/format.h>

namespace phobos::tools {
namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

}  // namespace

Ticker::Ticker(const Console& console, std::size_t all)
    : console_(console), is_shown_(!console.is_quiet() && takes_escapes(STDERR_FILENO)), all_(all) {}

Ticker::~Ticker() {
    if (is_shown_) console_.raw(erase_line);
}

void Ticker::count(Case what) {
    switch (what) {
        case Case::passed: ++passed_; break;
        case Case::skipped: ++skipped_; break;
        case Case::defect: ++defects_; break;
    }
    if (!is_shown_) return;
    console_.raw(fmt::format("{}{} of {} cases: {} as expected, {} not, {} skipped", erase_line,
                             passed_ + skipped_ + defects_, all_, passed_, defects_, skipped_));
}

}  // namespace phobos::tools
