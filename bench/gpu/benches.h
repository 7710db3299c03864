// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bench/gpu/card.h"
#include "bench/gpu/cublas.h"
#include "lang/base/result.h"

/// The benchmarks by what bounds them.
namespace phobos::bench {

using CublasOrReason = std::shared_ptr<const Result<Cublas, std::string>>;

/// Examples that memory bounds.
void add_memory(Card& card, const CublasOrReason& cublas);
/// Products of matrices.
void add_products(Card& card, const CublasOrReason& cublas);
/// Byte products as fast as a multiprocessor issues them, and reads of each width.
void add_rates(Card& card);
/// What the card does at most.
void add_ceilings(Card& card);
/// What the engine adds to a launch on the host.
void add_launches(Card& card);

}  // namespace phobos::bench
