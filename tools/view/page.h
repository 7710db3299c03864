// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/io/error.h"
#include "engine/io/trace.h"
#include "lang/base/result.h"

namespace phobos::tools::view {

/// A trace and what the page calls it.
struct Shown {
    std::string name;
    const io::Trace* trace;
};

/// A page of HTML that shows one trace, or two side by side: whole in itself, it needs neither a network nor other
/// files. It is given piece by piece. The columns of the traces are in it as they are in the file, deflated and as
/// base64.
void write_page(std::span<const Shown> traces, const std::function<void(std::string_view)>& write);

/// The same as a file, all or nothing.
Result<Done, io::Error> write_page_file(const std::string& path, std::span<const Shown> traces);

}  // namespace phobos::tools::view
