// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/enclosure.h"
#include "engine/io/case.h"
#include "engine/tensor.h"

namespace phobos::harness {

/// What is wrong with a tensor after the run, if anything: the case's expectation is not met, or cannot be read for
/// this tensor. `before` is the tensor as it was given. `enclosure` is what was computed for a computed enclosure.
std::optional<std::string> complaint(const io::Expectation& expectation, const engine::Tensor& before,
                                     const engine::Tensor& after, const engine::Enclosure* enclosure = nullptr);

}  // namespace phobos::harness
