// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "backend/emit/emit.h"
#include "backend/nvrtc/compile.h"
#include "engine/outcome.h"
#include "lang/base/result.h"
#include "tools/common/exit_code.h"
#include "tools/emit/options.h"

namespace phobos::tools {

/// Why there is no result.
struct EmitFailure {
    ExitCode code;
    engine::Outcome outcome;
    std::string log{};  ///< the compiler's words
};

/// Machine code or PTX for a text.
struct CompiledText {
    nvrtc::Compiled compiled;
    bool is_from_cache = false;
    std::optional<std::string> cache_trouble;  ///< why it was not kept
};

Result<CompiledText, EmitFailure> compile_text(const EmitOptions& options, const emit::Emitted& emitted);

}  // namespace phobos::tools
