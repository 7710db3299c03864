// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/nvrtc/compile.h"

/// Jobs and their results as bytes: between processes of one build, and in cache entries.
namespace phobos::nvrtc::wire {

/// What a worker is told first.
struct Setup {
    std::vector<std::string> library_names;
    std::vector<Header> headers;
};

std::string encode(const Setup& setup);
std::string encode(const Job& job);
std::string encode(const Compiled& compiled);
std::string encode(const Compilation& compilation);

/// Nothing for bytes that no encode gave.
std::optional<Setup> decode_setup(std::string_view bytes);
std::optional<Job> decode_job(std::string_view bytes);
std::optional<Compiled> decode_compiled(std::string_view bytes);
std::optional<Compilation> decode_compilation(std::string_view bytes);

/// A length of eight bytes before the payload.
std::string framed(std::string_view payload);

/// The whole frame at the beginning of a stream; nothing while it is incomplete.
struct Frame {
    std::string_view payload;
    std::size_t bytes;  ///< with its length
};
std::optional<Frame> first_frame(std::string_view stream);

}  // namespace phobos::nvrtc::wire
