// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backend/nvrtc/compile.h"
#include "backend/nvrtc/library.h"

/// What the tests of this folder share.
namespace phobos::nvrtc::testing {

/// The file of a library that plays libnvrtc.
inline std::string fake(std::string_view name) { return fmt::format("{}/libphobos_{}.so", PHOBOS_FAKES_DIR, name); }

inline Library fake_library() {
    const std::string names[]{fake("fake_nvrtc")};
    return Library::open(names).value();
}

/// The toolkit's own library, where it is installed.
inline std::optional<Library> installed_library() {
    auto library = Library::open(default_library_names());
    if (!library) return std::nullopt;
    return std::move(*library);
}

inline std::string worker_program() { return PHOBOS_BIN_DIR "/phobos-nvrtc-worker"; }

/// A text for the fake library, and what it asks for.
inline Job fake_job(std::string text, Output output = Output::ptx) {
    return {"k.cu", std::move(text), "k", "sm_90", output};
}

}  // namespace phobos::nvrtc::testing
