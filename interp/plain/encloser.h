// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/enclosure.h"

namespace phobos::plain {

/// The plain evaluator on intervals.
std::unique_ptr<engine::Encloser> make_encloser();

}  // namespace phobos::plain
