// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace phobos {

/// One visitor out of a lambda per alternative; a missing alternative does not compile.
template <class... Lambdas>
struct Overloaded : Lambdas... {
    using Lambdas::operator()...;
};
template <class... Lambdas>
Overloaded(Lambdas...) -> Overloaded<Lambdas...>;

}  // namespace phobos
