// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phobos::nvrtc {

/// One error or warning of a compiler's log.
struct Message {
    enum class Severity : std::uint8_t { error, warning };
    Severity severity;
    std::string file;        ///< as #line names it, else the name of the text
    std::uint32_t line = 0;  ///< 1 is the first
    std::string text;        ///< one line, without the excerpt that follows it

    friend bool operator==(const Message&, const Message&) = default;
};

/// The messages of a log, in its order; other lines are skipped.
std::vector<Message> messages_of(std::string_view log);

/// What one kernel takes of a machine, as ptxas reports it with -v.
struct Resources {
    std::uint32_t registers = 0;     ///< of a thread
    std::uint32_t stack_bytes = 0;   ///< of a thread's frame: arrays that are not in registers
    std::uint32_t spill_stores = 0;  ///< bytes of registers stored for lack of registers
    std::uint32_t spill_loads = 0;   ///< bytes loaded back
    std::uint32_t shared_bytes = 0;  ///< of a CTA, dynamic shared memory not among them
    std::uint32_t constant_bytes = 0;
    std::uint32_t barriers = 0;

    friend bool operator==(const Resources&, const Resources&) = default;
};

/// Nothing where the log does not report on this kernel.
std::optional<Resources> resources_of(std::string_view log, std::string_view kernel);

}  // namespace phobos::nvrtc
