// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/tensor.h"

namespace phobos::io {

/// A tensor to be written under a name into a file of several.
struct NamedTensor {
    std::string name;
    const engine::Tensor& tensor;
};

}  // namespace phobos::io
