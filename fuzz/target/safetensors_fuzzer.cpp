// SPDX-License-Identifier: Apache-2.0
// The tensors of a .safetensors file that are read are written into one file and read again to the same tensors.
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/io/safetensors.h"
#include "lang/base/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace phobos;
    constexpr std::size_t most_keys = 16;
    const auto view = std::as_bytes(std::span(data, size));
    const io::ByteSource file = io::ByteSource::of({view.begin(), view.end()});
    const auto keys = io::safetensors_keys(file);
    const auto only = io::read_safetensors(file, std::nullopt, std::nullopt);
    if (!keys) {
        PHOBOS_ASSERT(!only.has_value());
        return 0;
    }
    std::map<std::string, engine::Tensor> tensors;
    for (std::size_t i = 0; i < keys->size() && i < most_keys; ++i) {
        auto tensor = io::read_safetensors(file, (*keys)[i], std::nullopt);
        if (tensor) tensors.emplace((*keys)[i], std::move(*tensor));
    }
    std::vector<io::NamedTensor> named;
    for (const auto& [name, tensor] : tensors) named.push_back({name, tensor});
    const io::ByteSource written = io::ByteSource::of(io::encode_safetensors(named));
    for (const auto& [name, tensor] : tensors) {
        const auto again = io::read_safetensors(written, name, tensor.element());
        PHOBOS_ASSERT(again.has_value());
        PHOBOS_ASSERT(*again == tensor);
    }
    return 0;
}
