// SPDX-License-Identifier: Apache-2.0
#pragma once

/// For tests that compare declarations of ours with a header of the toolkit: its types as we write them.
namespace phobos::nvrtc {

/// Specialised for each type that the header and we name differently.
template <class T>
struct Ours {
    using type = T;
};
template <class T>
struct Ours<T*> {
    using type = typename Ours<T>::type*;
};
template <class R, class... A>
struct Ours<R (*)(A...)> {
    using type = typename Ours<R>::type (*)(typename Ours<A>::type...);
};

}  // namespace phobos::nvrtc
