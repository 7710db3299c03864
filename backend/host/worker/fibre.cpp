// SPDX-License-Identifier: Apache-2.0
#include "backend/host/worker/fibre.h"

#include <boost/context/detail/fcontext.hpp>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define PHOBOS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PHOBOS_ASAN 1
#elif __has_feature(thread_sanitizer)
#define PHOBOS_TSAN 1
#endif
#endif

#ifdef PHOBOS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef PHOBOS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace phobos::host {

namespace context = boost::context::detail;

struct Fibre::Start {
    static void enter(context::transfer_t transfer) {
        auto& [from, to] = *static_cast<std::pair<Fibre*, Fibre*>*>(transfer.data);
        Fibre& self = *to;
        self.arrive(*from, transfer.fctx);
        self.body_->run(*self.body_);
    }
};

std::unique_ptr<Fibre> Fibre::make(Body& body) {
    auto stack = Stack::make();
    if (!stack) return nullptr;
    auto fibre = std::make_unique<Fibre>();
    fibre->context_ = context::make_fcontext(stack->top(), Stack::bytes, &Start::enter);
    fibre->bottom_ = stack->bottom();
    fibre->bytes_ = Stack::bytes;
    fibre->stack_ = std::move(stack);
    fibre->body_ = &body;
#ifdef PHOBOS_TSAN
    fibre->thread_state_ = __tsan_create_fiber(0);
#endif
    return fibre;
}

Fibre::~Fibre() {
#ifdef PHOBOS_TSAN
    if (stack_) __tsan_destroy_fiber(thread_state_);
#endif
}

/// What the fibre that was switched to does first.
void Fibre::arrive(Fibre& from, void* left) {
    from.context_ = left;
#ifdef PHOBOS_ASAN
    __sanitizer_finish_switch_fiber(fake_stack_, &from.bottom_, &from.bytes_);
#endif
}

void Fibre::switch_to(Fibre& other) {
#ifdef PHOBOS_ASAN
    __sanitizer_start_switch_fiber(&fake_stack_, other.bottom_, other.bytes_);
#endif
#ifdef PHOBOS_TSAN
    if (!stack_) thread_state_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(other.thread_state_, 0);
#endif
    std::pair<Fibre*, Fibre*> ends(this, &other);
    const context::transfer_t transfer = context::jump_fcontext(other.context_, &ends);
    const auto& [from, to] = *static_cast<std::pair<Fibre*, Fibre*>*>(transfer.data);
    arrive(*from, transfer.fctx);
}

}  // namespace phobos::host
