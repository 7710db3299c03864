// SPDX-License-Identifier: Apache-2.0
#include "backend/device/engine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "backend/device/buffers.h"
#include "backend/device/device.h"
#include "backend/launch/assumptions.h"
#include "backend/launch/faults.h"
#include "backend/launch/parameters.h"
#include "backend/launch/refusal.h"
#include "engine/assumptions.h"
#include "engine/fault_text.h"
#include "lang/base/assert.h"

namespace phobos::device {
namespace {

using Clock = std::chrono::steady_clock;

/// A text that is compiled and loaded.
struct Specialised {
    program::LaunchAssumptions assumptions;
    emit::Emitted emitted;
    std::variant<Kernel, engine::Outcome> kernel;  ///< or why there is none
    bool is_late = false;                          ///< there was no time to compile it
};

struct Text {
    emit::Emitted emitted;
    nvrtc::Job job;
};

Text text_for(const program::CheckedProgram& program, program::LaunchAssumptions assumptions, const Options& options,
              const Properties& properties) {
    const std::string& kernel = program.program().kernel;
    emit::Emitted emitted = emit::emit(
        program, {kernel, options.checking, std::move(assumptions), nullptr, properties.shared_bytes, options.toggles});
    nvrtc::Job job{
        kernel, emitted.text, emitted.entry, properties.architecture, nvrtc::Output::cubin, options.optimising};
    return {std::move(emitted), std::move(job)};
}

/// What the device cannot run, whatever the launch.
std::optional<engine::Unsupported> refusal(const program::Program& program, const emit::Emitted& emitted,
                                           const Properties& properties) {
    if (program.lanes != 32)
        return engine::Unsupported{"lanes",
                                   fmt::format("a warp of {} has 32 lanes, not {}", properties.name, program.lanes)};
    if (emitted.shared_bytes > properties.shared_bytes)
        return engine::Unsupported{"shared memory",
                                   fmt::format("the live tiles and scratch of a CTA take {} bytes of shared memory, {} "
                                               "has {}",
                                               emitted.shared_bytes, properties.name, properties.shared_bytes)};
    if (emitted.cooperative && !properties.cooperative)
        return engine::Unsupported{"grid_barrier",
                                   fmt::format("{} cannot keep all CTAs of a grid resident", properties.name)};
    return std::nullopt;
}

engine::Failed nothing_runs(const Device& device) {
    return {"device", "nothing runs there any more: " + device.lost()};
}

class CudaPrepared final : public engine::Prepared {
public:
    CudaPrepared(std::shared_ptr<Device> device, const Options& options, const program::CheckedProgram& program)
        : device_(std::move(device)), options_(options), program_(program) {}

    /// Takes a text that was compiled, and loads it.
    const Specialised& add(program::LaunchAssumptions assumptions, Text text, const nvrtc::Compilation& compiled);

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override;

private:
    const Specialised& specialised(const program::LaunchAssumptions& actual, engine::Deadline end);
    std::optional<engine::Outcome> run(const Specialised& code, const Buffers& buffers, engine::Block grid,
                                       engine::Deadline deadline);
    std::optional<engine::Outcome> wait(engine::Deadline deadline);
    std::optional<engine::Outcome> start_faults();
    engine::Outcome finish(const Buffers& buffers, engine::Block grid);
    [[nodiscard]] engine::Outcome refused(Status status);
    engine::Outcome failed(Status status);

    std::shared_ptr<Device> device_;
    Options options_;
    const program::CheckedProgram& program_;
    std::vector<std::unique_ptr<Specialised>> specialised_;
    std::optional<Memory> fault_records_;
};

engine::Outcome CudaPrepared::refused(Status status) {
    if (status == Status::out_of_memory) return engine::memory_exceeded();
    if (!device_->is_usable_after(status)) return nothing_runs(*device_);
    return engine::Failed{"launch", device_->driver().text_of(status)};
}

/// Errors of what ran leave the context unusable.
engine::Outcome CudaPrepared::failed(Status status) {
    std::string text = device_->driver().text_of(status);
    device_->give_up(text);
    return engine::Failed{"run", std::move(text)};
}

const Specialised& CudaPrepared::add(program::LaunchAssumptions assumptions, Text text,
                                     const nvrtc::Compilation& compiled) {
    auto added = std::make_unique<Specialised>(
        Specialised{std::move(assumptions), std::move(text.emitted), engine::Outcome(engine::Finished{})});
    if (!device_->lost().empty()) {
        // Loading waits for what still runs there.
        added->kernel = engine::Outcome(nothing_runs(*device_));
    } else if (!compiled && compiled.error().kind == nvrtc::FailureKind::time) {
        added->kernel = engine::Outcome(engine::time_reached());
        added->is_late = true;
    } else if (!compiled) {
        const std::string log = compiled.error().log.empty() ? "" : "\n" + compiled.error().log;
        added->kernel = engine::Outcome(engine::Failed{"compile", compiled.error().text + log});
    } else {
        auto kernel = Kernel::load(*device_, compiled->cubin, added->emitted.entry, added->emitted.shared_bytes);
        if (kernel)
            added->kernel = std::move(*kernel);
        else if (kernel.error() == Status::out_of_memory)
            added->kernel = engine::Outcome(engine::memory_exceeded());
        else if (!device_->is_usable_after(kernel.error()))
            added->kernel = engine::Outcome(nothing_runs(*device_));
        else
            added->kernel = engine::Outcome(engine::Failed{"load", device_->driver().text_of(kernel.error())});
    }
    specialised_.push_back(std::move(added));
    return *specialised_.back();
}

const Specialised& CudaPrepared::specialised(const program::LaunchAssumptions& actual, engine::Deadline end) {
    if (options_.specialising == Specialising::for_instances) {
        PHOBOS_ASSERT(launch::keeps(specialised_.front()->assumptions, actual));
        return *specialised_.front();
    }
    program::LaunchAssumptions wanted = engine::specialisation_of(actual);
    // What was not compiled in the time of another is compiled in that of this launch.
    std::erase_if(specialised_, [](const auto& each) { return each->is_late; });
    for (const auto& each : specialised_)
        if (each->assumptions == wanted) return *each;
    Text text = text_for(program_, wanted, options_, device_->properties());
    const auto compiled = options_.compile(std::span(&text.job, 1), end);
    return add(std::move(wanted), std::move(text), compiled.at(0));
}

std::optional<engine::Outcome> CudaPrepared::start_faults() {
    if (options_.checking == emit::Checking::nothing) return std::nullopt;
    const auto empty = launch::empty_fault_records(program_.program());
    const std::size_t bytes = empty.size() * sizeof(ph::FaultRecord);
    if (!fault_records_) {
        auto memory = Memory::allocate(*device_, bytes);
        if (!memory) return refused(memory.error());
        fault_records_ = std::move(*memory);
    }
    Status status = device_->api().copy_to_device(fault_records_->address(), empty.data(), bytes);
    if (status == Status::success) status = device_->settle_copies();
    return status == Status::success ? std::nullopt : std::optional(refused(status));
}

std::optional<engine::Outcome> CudaPrepared::run(const Specialised& code, const Buffers& buffers, engine::Block grid,
                                                 engine::Deadline deadline) {
    launch::Addresses addresses{buffers.addresses(), fault_records_ ? fault_records_->address() : 0};
    std::vector<std::uint64_t> slots =
        launch::packed(code.emitted.parameters, program_.program(), buffers.launch(), buffers.dims(), addresses);
    std::vector<void*> parameters;
    parameters.reserve(slots.size());
    for (std::uint64_t& slot : slots) parameters.push_back(&slot);
    const auto threads = static_cast<unsigned>(program_.program().bounds.threads);
    const auto x = static_cast<unsigned>(grid.x);
    const auto y = static_cast<unsigned>(grid.y);
    const auto z = static_cast<unsigned>(grid.z);
    const auto shared_bytes = static_cast<unsigned>(code.emitted.shared_bytes);
    const FunctionHandle function = std::get<Kernel>(code.kernel).function();
    const Api& api = device_->api();
    const Status status =
        code.emitted.cooperative
            ? api.launch_cooperative(function, x, y, z, threads, 1, 1, shared_bytes, device_->stream(),
                                     parameters.data())
            : api.launch(function, x, y, z, threads, 1, 1, shared_bytes, device_->stream(), parameters.data(), nullptr);
    if (status == Status::cooperative_launch_too_large)
        return engine::Unsupported{"grid_barrier", fmt::format("a grid of {} CTAs cannot be resident on {} at once",
                                                               grid.x * grid.y * grid.z, device_->properties().name)};
    if (status != Status::success) return refused(status);
    return wait(deadline);
}

/// The kernel's end, or its limit: what runs on a device cannot be ended, so that nothing more is done there.
std::optional<engine::Outcome> CudaPrepared::wait(engine::Deadline deadline) {
    const Api& api = device_->api();
    if (!deadline) {
        const Status status = api.synchronise_stream(device_->stream());
        return status == Status::success ? std::nullopt : std::optional(failed(status));
    }
    constexpr auto longest_nap = std::chrono::milliseconds(1);
    auto nap = std::chrono::microseconds(1);
    for (;;) {
        const Status status = api.query_stream(device_->stream());
        if (status == Status::success) return std::nullopt;
        if (status != Status::not_ready) return failed(status);
        if (Clock::now() > *deadline) {
            device_->give_up("a kernel that reached its limit of time still runs there");
            return engine::time_reached();
        }
        std::this_thread::sleep_for(nap);
        nap = std::min<std::chrono::microseconds>(nap * 2, longest_nap);
    }
}

engine::Outcome CudaPrepared::finish(const Buffers& buffers, engine::Block grid) {
    if (!fault_records_) return engine::Finished{};
    std::vector<ph::FaultRecord> records = launch::empty_fault_records(program_.program());
    const Status status = device_->api().copy_to_host(records.data(), fault_records_->address(),
                                                      records.size() * sizeof(ph::FaultRecord));
    if (status != Status::success) return failed(status);
    if (auto fault = launch::trapped(program_.program(), buffers.dims(), grid, records)) return *std::move(fault);
    return engine::Finished{};
}

engine::Outcome CudaPrepared::launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) {
    auto* const own = dynamic_cast<Buffers*>(&buffers);
    PHOBOS_ASSERT(own != nullptr);
    if (const auto refused = launch::refusal("cuda", settings)) return *refused;
    if (!device_->lost().empty()) return nothing_runs(*device_);
    engine::Deadline deadline;
    if (settings.limits.time) deadline = Clock::now() + *settings.limits.time;
    const Specialised& code = specialised(own->assumptions(), deadline);
    if (const auto refused = refusal(program_.program(), code.emitted, device_->properties())) return *refused;
    if (const auto* outcome = std::get_if<engine::Outcome>(&code.kernel)) return *outcome;
    if (grid.x * grid.y * grid.z == 0) return engine::Finished{};
    if (auto outcome = start_faults()) return *std::move(outcome);
    if (auto outcome = run(code, *own, grid, deadline)) return *std::move(outcome);
    return finish(*own, grid);
}

class CudaEngine final : public engine::Engine {
public:
    CudaEngine(std::shared_ptr<Device> device, Options options)
        : device_(std::move(device)), options_(std::move(options)) {}

    [[nodiscard]] std::string_view name() const override { return "cuda"; }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        return prepare_by(instances, std::nullopt);
    }
    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare_by(
        std::span<const engine::Instance> instances, engine::Deadline end) override;

    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program& program,
                                                                           engine::Launch launch,
                                                                           const engine::Settings& settings) override;

private:
    std::shared_ptr<Device> device_;
    Options options_;
};

std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> CudaEngine::prepare_by(
    std::span<const engine::Instance> instances, engine::Deadline end) {
    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepared;
    std::vector<program::LaunchAssumptions> assumptions;
    std::vector<Text> texts;
    std::vector<nvrtc::Job> jobs;
    std::vector<CudaPrepared*> owners;
    for (const engine::Instance& instance : instances) {
        auto wanted = options_.specialising == Specialising::for_instances
                          ? instance.assumptions
                          : engine::specialisation_of(instance.assumptions);
        Text text = text_for(*instance.program, wanted, options_, device_->properties());
        if (auto refused = refusal(instance.program->program(), text.emitted, device_->properties())) {
            prepared.emplace_back(*std::move(refused));
            continue;
        }
        auto made = std::make_unique<CudaPrepared>(device_, options_, *instance.program);
        assumptions.push_back(std::move(wanted));
        jobs.push_back(text.job);
        texts.push_back(std::move(text));
        owners.push_back(made.get());
        prepared.emplace_back(std::move(made));
    }
    const auto compiled = options_.compile(jobs, end);
    PHOBOS_ASSERT(compiled.size() == jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        owners[i]->add(std::move(assumptions[i]), std::move(texts[i]), compiled[i]);
    return prepared;
}

std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> CudaEngine::upload(const program::Program& program,
                                                                                   engine::Launch launch,
                                                                                   const engine::Settings& settings) {
    auto dims = engine::bind(program, launch);
    if (!dims) return engine::Outcome(std::move(dims.error()));
    if (!device_->lost().empty()) return engine::Outcome(nothing_runs(*device_));
    if (settings.limits.memory_bytes && engine::bytes_of(launch) > *settings.limits.memory_bytes)
        return engine::Outcome(engine::memory_exceeded());
    auto uploaded = Buffers::upload(*device_, program, std::move(launch), std::move(*dims), options_.guards);
    if (!device_->lost().empty()) return engine::Outcome(nothing_runs(*device_));
    if (auto* outcome = std::get_if<engine::Outcome>(&uploaded)) return std::move(*outcome);
    return std::unique_ptr<engine::Buffers>(std::move(std::get<0>(uploaded)));
}

}  // namespace

Result<std::unique_ptr<engine::Engine>, Unavailable> make_engine(std::shared_ptr<const Driver> driver,
                                                                 Options options) {
    auto device = Device::open(std::move(driver), options.device);
    if (!device) return Failure{Unavailable{Unavailable::Kind::no_device, std::move(device.error())}};
    return std::unique_ptr<engine::Engine>(
        std::make_unique<CudaEngine>(std::shared_ptr<Device>(std::move(*device)), std::move(options)));
}

}  // namespace phobos::device
