// SPDX-License-Identifier: Apache-2.0
#include "backend/host/buffers.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "engine/fault_text.h"
#include "lang/base/assert.h"

namespace phobos::host {
namespace {

constexpr std::size_t alignment = 256;
constexpr std::byte guard{0xA5};

constexpr std::size_t aligned(std::size_t offset) { return (offset + alignment - 1) / alignment * alignment; }

std::size_t bytes_of(ScalarType element, const std::vector<std::int64_t>& shape) {
    auto bytes = static_cast<std::size_t>(phobos::bytes(element));
    for (const std::int64_t extent : shape) bytes *= static_cast<std::size_t>(extent);
    return bytes;
}

}  // namespace

Result<std::unique_ptr<Buffers>, engine::Limited> Buffers::upload(const program::Program& program,
                                                                  engine::Launch launch, engine::BoundDims dims) {
    PHOBOS_ASSERT(launch.arguments.size() == program.parameters.size());
    const Failure too_large{engine::memory_exceeded()};
    try {
        auto buffers = std::make_unique<Buffers>();
        buffers->launch_ = std::move(launch);
        buffers->dims_ = std::move(dims);
        buffers->lay_out(static_cast<std::size_t>(program.bounds.threads));
        if (buffers->bytes_ > engine::physical_memory_bytes() || !buffers->fill()) return too_large;
        return buffers;
    } catch (const std::bad_alloc&) {
        return too_large;
    }
}

void Buffers::lay_out(std::size_t threads) {
    const auto& arguments = launch_.arguments;
    places_.resize(arguments.size());
    std::size_t end = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto* own = std::get_if<engine::OwnTensor>(&arguments[i]);
        if (own == nullptr) continue;
        Place& place = places_[i];
        place.element = own->tensor.element();
        place.shape = own->tensor.shape();
        place.zone_begin = end;
        place.begin = aligned(end + guard_bytes) + static_cast<std::size_t>(own->byte_offset);
        place.bytes = own->tensor.bytes().size();
        place.zone_end = aligned(place.begin + place.bytes + guard_bytes);
        end = place.zone_end;
        bytes_ += place.bytes;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto* view = std::get_if<engine::ViewOf>(&arguments[i]);
        if (view == nullptr) continue;
        const std::size_t begin = places_[view->parameter].begin + static_cast<std::size_t>(view->byte_offset);
        places_[i] = {view->element, view->shape, begin, bytes_of(view->element, view->shape)};
    }
    records_offset_ = end;
    records_ = threads;
}

/// Whether there was memory for all; the tensors' own is given back.
bool Buffers::fill() {
    const std::size_t bytes = records_offset_ + records_ * sizeof(ph::FaultRecord);
    file_ = process::Descriptor(::memfd_create("phobos-arguments", MFD_CLOEXEC));
    if (!file_.is_open() || ::ftruncate(file_.number(), static_cast<off_t>(bytes)) != 0) return false;
    auto memory = Mapping::make(file_, bytes);
    if (!memory) return false;
    memory_ = std::move(*memory);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        auto* const own = std::get_if<engine::OwnTensor>(&launch_.arguments[i]);
        if (own == nullptr) continue;
        const Place& place = places_[i];
        std::byte* const at = memory_.data();
        std::fill(at + place.zone_begin, at + place.begin, guard);
        std::ranges::copy(own->tensor.bytes(), at + place.begin);
        std::fill(at + place.begin + place.bytes, at + place.zone_end, guard);
        own->tensor = {ScalarType::u8, {0}, {}};
    }
    return true;
}

std::span<ph::FaultRecord> Buffers::records() {
    return {reinterpret_cast<ph::FaultRecord*>(memory_.data() + records_offset_), records_};
}

engine::Tensor Buffers::download(std::size_t parameter) const {
    const Place& place = places_[parameter];
    const std::byte* const from = memory_.data() + place.begin;
    return {place.element, place.shape, {from, from + place.bytes}};
}

std::vector<std::size_t> Buffers::damaged() const {
    std::vector<std::size_t> result;
    const auto intact = [](std::byte byte) { return byte == guard; };
    const std::byte* const at = memory_.data();
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        if (place.zone_end == 0) continue;
        if (!std::all_of(at + place.zone_begin, at + place.begin, intact) ||
            !std::all_of(at + place.begin + place.bytes, at + place.zone_end, intact))
            result.push_back(i);
    }
    return result;
}

}  // namespace phobos::host
