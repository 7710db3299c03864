// SPDX-License-Identifier: Apache-2.0
// The arrays of an archive that are read are written, stored and deflated, and read again to the same tensors.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/io/npz.h"
#include "lang/base/assert.h"

namespace {

using namespace phobos;

constexpr std::uint64_t limit_bytes = std::uint64_t{1} << 22;
constexpr std::size_t most_keys = 16;

void check_round_trip(const engine::Tensor& tensor, io::Compression compression) {
    const std::vector<io::NamedTensor> named{{"x", tensor}};
    auto archive = io::encode_npz(named, compression);
    PHOBOS_ASSERT(archive.has_value());
    const auto again = io::read_npz(io::ByteSource::of(std::move(*archive)), "x", tensor.element());
    PHOBOS_ASSERT(again.has_value());
    PHOBOS_ASSERT(*again == tensor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto view = std::as_bytes(std::span(data, size));
    const io::ByteSource archive = io::ByteSource::of({view.begin(), view.end()});
    const auto only = io::read_npz(archive, std::nullopt, std::nullopt, limit_bytes);
    const auto keys = io::npz_keys(archive);
    if (!keys) {
        PHOBOS_ASSERT(!only.has_value());
        return 0;
    }
    for (std::size_t i = 0; i < keys->size() && i < most_keys; ++i) {
        const auto tensor = io::read_npz(archive, (*keys)[i], std::nullopt, limit_bytes);
        if (!tensor) continue;
        check_round_trip(*tensor, io::Compression::stored);
        check_round_trip(*tensor, io::Compression::deflated);
    }
    return 0;
}
