// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/machine_host.h"

/// How the program that runs kernels on the host finds and calls those of a library: the library has one PH_LIBRARY
/// and, for each kernel, a PH_OFFER with the namespace that its text was wrapped in.
namespace ph::host {

template <int... n>
struct Indices {};
template <int count, int... n>
struct IndicesTo : IndicesTo<count - 1, count - 1, n...> {};
template <int... n>
struct IndicesTo<0, n...> {
    using Type = Indices<n...>;
};

/// The first bytes of a slot are the value's.
template <class T>
T value_of(const unsigned long long& slot) {
    return *reinterpret_cast<const T*>(&slot);
}

template <class... Parameters, int... n>
void call(void (*kernel)(Parameters...), const unsigned long long* slots, Indices<n...>) {
    kernel(value_of<Parameters>(slots[n])...);
}
template <class... Parameters>
void call(void (*kernel)(Parameters...), const unsigned long long* slots) {
    call(kernel, slots, typename IndicesTo<sizeof...(Parameters)>::Type{});
}

}  // namespace ph::host

#define PH_OFFERED extern "C" __attribute__((visibility("default"))) void
#define PH_LIBRARY \
    PH_OFFERED phobos_attach(ph::host::Table* table) { ph::machine::table = table; }
#define PH_OFFER(scope, kernel) \
    PH_OFFERED phobos_run_##kernel(const unsigned long long* slots) { ph::host::call(&scope::kernel, slots); }
