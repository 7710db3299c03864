// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/arithmetic.h"
#include "interp/meaning/dispatch.h"

namespace phobos::interp::meaning {

namespace {

template <class To>
struct ConvertTo {
    template <class From>
    static constexpr To apply(From a) {
        return convert<To>(a);
    }
};

}  // namespace

template <class From>
UnaryLoop conversion_loop(Isa isa, ScalarType to) {
    return with_host_type(to, [&]<class To>() -> UnaryLoop {
        if constexpr (std::is_same_v<To, Bool>)
            return nullptr;
        else
            return unary<ConvertTo<To>, From>(isa);
    });
}

UnaryLoop convert_loop(Isa isa, ScalarType from, ScalarType to) {
    return with_host_type(from, [&]<class From>() -> UnaryLoop {
        if constexpr (std::is_same_v<From, Bool>)
            return nullptr;
        else
            return conversion_loop<From>(isa, to);
    });
}

}  // namespace phobos::interp::meaning
