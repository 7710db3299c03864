// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "spec-tests/protocol/adapter.h"

namespace phobos::tools {

enum class Health : std::uint8_t {
    sound,
    advice,  ///< allowed, and yet worth a look
    defect,  ///< against the protocol, or wrong
};

constexpr std::string_view spelling(Health health) {
    constexpr std::string_view words[]{"ok", "advice", "defect"};
    return words[static_cast<std::size_t>(health)];
}

struct Finding {
    std::string_view probe;
    Health health;
    std::string text;  ///< what was found, and where it is not sound what to do about it
};

/// Has a conversation with an adapter that holds what an implementation may meet, odd things above all, and tells each
/// probe when it is over. Where hello is not answered it ends there.
void probe(const protocol::AdapterOptions& options, const std::function<void(const Finding&)>& found);

}  // namespace phobos::tools
