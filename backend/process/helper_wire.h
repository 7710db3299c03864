// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "backend/process/child.h"

/// What a helper and the process that started it say to each other.
namespace phobos::process {

/// The descriptor on which a helper finds the stream to the process that started it.
inline constexpr int helper_stream = 3;

inline constexpr const char* supervise_word = "supervise";
inline constexpr const char* keep_word = "keep";

/// From a supervisor: first started or not_started with a text, then ended.
enum class Told : std::uint8_t { started, not_started, ended };

struct Message {
    Told told;
    Ended::How how;
    std::int32_t number;  ///< of ended; of not_started: the bytes of the text that follows
};

inline std::string_view bytes_of(const Message& message) {
    return {reinterpret_cast<const char*>(&message), sizeof message};
}

}  // namespace phobos::process
