// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/common/console.h"

namespace phobos::tools {

/// A line on the standard error that counts cases while they are judged: on a terminal only, and taken away in the
/// end.
class Ticker {
public:
    Ticker(const Console& console, std::size_t all);
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;
    ~Ticker();

    enum class Case : unsigned char { passed, skipped, defect };
    void count(Case what);

private:
    const Console& console_;
    bool is_shown_;
    std::size_t all_;
    std::size_t passed_ = 0;
    std::size_t skipped_ = 0;
    std::size_t defects_ = 0;
};

}  // namespace phobos::tools
