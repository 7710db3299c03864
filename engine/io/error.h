// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/tensor.h"
#include "lang/diagnostics/code.h"

namespace phobos::io {

/// Why a file or recipe gives no tensor, or a file cannot be written.
struct Error {
    diagnostics::Code code;
    std::string text;  ///< lower case, one sentence, without a full stop
};

inline Error error_of(const engine::TensorFailure& failure) {
    using Kind = engine::TensorFailure::Kind;
    return {failure.kind == Kind::shape ? diagnostics::Code::file_shape : diagnostics::Code::file_too_large,
            failure.text};
}

/// The same error, told of the named file or key.
inline Error in(const std::string& name, Error error) {
    error.text = name + ": " + error.text;
    return error;
}

}  // namespace phobos::io
