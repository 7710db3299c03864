// SPDX-License-Identifier: Apache-2.0
#include "backend/device/buffers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/assumptions.h"
#include "engine/fault_text.h"
#include "lang/base/assert.h"

namespace phobos::device {
namespace {

constexpr unsigned char guard = 0xA5;

engine::Outcome failed_upload(Device& device, Status status) {
    (void)device.is_usable_after(status);
    return engine::Failed{"upload", device.driver().text_of(status)};
}

}  // namespace

Status Buffers::place(std::size_t parameter, engine::OwnTensor own) {
    const std::size_t bytes = own.tensor.bytes().size();
    const std::size_t offset = zone_bytes_ + static_cast<std::size_t>(own.byte_offset);
    const std::size_t all_bytes = std::max<std::size_t>(offset + bytes + zone_bytes_, 1);
    auto memory = Memory::allocate(device_, all_bytes);
    if (!memory) return memory.error();
    const Api& api = device_.api();
    const Address base = memory->address();
    for (const auto& [begin, zone] : {std::pair{base, offset}, std::pair{base + offset + bytes, zone_bytes_}})
        if (zone > 0)
            if (const Status status = api.fill(begin, guard, zone); status != Status::success) return status;
    if (bytes > 0)
        if (const Status status = api.copy_to_device(base + offset, own.tensor.bytes().data(), bytes);
            status != Status::success)
            return status;
    allocations_.emplace_back(parameter, Allocation{std::move(*memory), offset, bytes});
    return Status::success;
}

std::variant<std::unique_ptr<Buffers>, engine::Outcome> Buffers::upload(Device& device, const program::Program& program,
                                                                        engine::Launch launch, engine::BoundDims dims,
                                                                        Guards guards) {
    std::unique_ptr<Buffers> buffers(new Buffers(device, std::move(dims), guards));
    buffers->assumptions_ = engine::assumptions_of(program, launch, buffers->dims_);
    buffers->assumptions_.values.assign(buffers->dims_.values.begin(), buffers->dims_.values.end());
    buffers->launch_.grid = launch.grid;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        auto* const own = std::get_if<engine::OwnTensor>(&launch.arguments[i]);
        if (own == nullptr) {
            buffers->launch_.arguments.push_back(std::move(launch.arguments[i]));
            continue;
        }
        buffers->launch_.arguments.emplace_back(engine::ViewOf{i, 0, own->tensor.element(), own->tensor.shape()});
        const Status status = buffers->place(i, std::move(*own));
        if (status == Status::out_of_memory) return engine::Outcome(engine::memory_exceeded());
        if (status != Status::success) return failed_upload(device, status);
    }
    if (const Status status = device.settle_copies(); status != Status::success) return failed_upload(device, status);
    buffers->addresses_.resize(program.tensors.size());
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
        if (const auto* tensor = std::get_if<program::TensorId>(&program.parameters[i]))
            buffers->addresses_[tensor->index] = buffers->address(i);
    return buffers;
}

Address Buffers::address(std::size_t parameter) const {
    const auto& view = std::get<engine::ViewOf>(launch_.arguments[parameter]);
    const auto found = std::ranges::find(allocations_, view.parameter, &decltype(allocations_)::value_type::first);
    PHOBOS_ASSERT(found != allocations_.end());
    const Allocation& allocation = found->second;
    return allocation.memory.address() + allocation.offset_bytes + static_cast<Address>(view.byte_offset);
}

engine::Tensor Buffers::download(std::size_t parameter) const {
    const auto* const view = std::get_if<engine::ViewOf>(&launch_.arguments[parameter]);
    if (view == nullptr) return engine::Tensor(ScalarType::i32, {0}, {});
    auto tensor = engine::make_zeroed(view->element, view->shape);
    PHOBOS_ASSERT(tensor.has_value());
    // A kernel that could not be ended may keep a copy waiting for ever.
    if (!tensor->bytes().empty() && device_.lost().empty()) {
        const Status status =
            device_.api().copy_to_host(tensor->bytes().data(), address(parameter), tensor->bytes().size());
        if (status != Status::success) device_.give_up(device_.driver().text_of(status));
    }
    return std::move(*tensor);
}

std::optional<engine::Failed> Buffers::lost() const {
    if (device_.lost().empty()) return std::nullopt;
    return engine::Failed{"download", device_.lost()};
}

bool Buffers::is_damaged(const Allocation& allocation) const {
    std::vector<unsigned char> zones(allocation.offset_bytes + zone_bytes_);
    const auto read = [&](unsigned char* target, Address source, std::uint64_t bytes) {
        return bytes == 0 || device_.api().copy_to_host(target, source, bytes) == Status::success;
    };
    const Address base = allocation.memory.address();
    const Address end = base + allocation.offset_bytes + allocation.bytes;
    if (!read(zones.data(), base, allocation.offset_bytes)) return false;
    if (!read(zones.data() + allocation.offset_bytes, end, zone_bytes_)) return false;
    return std::ranges::any_of(zones, [](unsigned char byte) { return byte != guard; });
}

std::vector<std::size_t> Buffers::damaged() const {
    std::vector<std::size_t> parameters;
    if (!device_.lost().empty()) return parameters;
    for (const auto& [parameter, allocation] : allocations_)
        if (is_damaged(allocation)) parameters.push_back(parameter);
    return parameters;
}

}  // namespace phobos::device
