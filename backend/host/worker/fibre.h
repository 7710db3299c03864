// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "backend/host/worker/stack.h"

namespace phobos::host {

/// A context of execution: the one it is made in, or one with a stack of its own.
class Fibre {
public:
    /// What a fibre executes; it never returns.
    struct Body {
        void (*run)(Body& body);
    };

    /// The context that this is called in.
    Fibre() = default;
    /// One that executes `body`, which outlives it, when it is first switched to; null where there is no memory.
    static std::unique_ptr<Fibre> make(Body& body);

    Fibre(const Fibre&) = delete;
    Fibre& operator=(const Fibre&) = delete;
    ~Fibre();

    /// Leaves this fibre, which is the running one, for another; returns when something switches back.
    void switch_to(Fibre& other);

private:
    struct Start;
    void arrive(Fibre& from, void* left);

    std::optional<Stack> stack_;
    void* context_ = nullptr;  ///< where it goes on
    Body* body_ = nullptr;

    // What sanitizers are told of the stack; each wants another part of it.
    [[maybe_unused]] const void* bottom_ = nullptr;
    [[maybe_unused]] std::size_t bytes_ = 0;
    [[maybe_unused]] void* fake_stack_ = nullptr;
    [[maybe_unused]] void* thread_state_ = nullptr;
};

}  // namespace phobos::host
