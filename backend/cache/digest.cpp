// SPDX-License-Identifier: Apache-2.0
#include "backend/cache/digest.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace phobos::cache {

Digest digest_of(std::string_view bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

Digest digest_of(std::span<const std::string_view> parts) {
    std::string lengths_and_digests;
    for (const std::string_view part : parts) {
        const Digest digest = digest_of(part);
        lengths_and_digests += fmt::format("{} {}\n", part.size(), spelling(digest));
    }
    return digest_of(lengths_and_digests);
}

std::string spelling(Digest digest) { return fmt::format("{:016x}{:016x}", digest.high, digest.low); }

}  // namespace phobos::cache
