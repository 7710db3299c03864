// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace phobos::cache {

/// 128 bits that stand for content: equal content has equal digests, and different content by no likely accident. It
/// does not withstand somebody who looks for two contents of one digest.
struct Digest {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend bool operator==(Digest, Digest) = default;
};

Digest digest_of(std::string_view bytes);

/// Of a list: what the parts are tells, not only their bytes in a row.
Digest digest_of(std::span<const std::string_view> parts);

/// 32 hexadecimal digits.
std::string spelling(Digest digest);

}  // namespace phobos::cache
