// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "backend/emit/emit.h"
#include "backend/nvrtc/log.h"
#include "lang/base/json.h"
#include "lang/program/program.h"

namespace phobos::tools {

/// What --report tells, for people: one line of the text, one of the machine code.
std::string report_text(const program::Program& program, const emit::Emitted& emitted);
std::string report_text(const program::Program& program, const std::string& architecture,
                        const nvrtc::Resources& resources);

/// A line where a CTA takes more shared memory than cards of the architecture have for one; otherwise nothing.
std::string excess_text(const program::Program& program, const emit::Emitted& emitted, std::string_view architecture);

/// The same for programs.
Json report_json(const program::Program& program, const emit::Emitted& emitted);
Json report_json(const nvrtc::Resources& resources);

}  // namespace phobos::tools
