// SPDX-License-Identifier: Apache-2.0
#include "backend/host/engine.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backend/host/buffers.h"
#include "backend/host/workshop.h"
#include "backend/launch/assumptions.h"
#include "backend/launch/faults.h"
#include "backend/launch/parameters.h"
#include "backend/launch/refusal.h"
#include "engine/assumptions.h"
#include "engine/fault_text.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"

namespace phobos::host {
namespace {

using process::Clock;
using process::Deadline;
using Opened = Result<std::shared_ptr<Workshop>, std::string>;

/// What a launch that needs all blocks at once keeps of each thread: the part of its stack that is touched.
constexpr std::uint64_t resident_thread_bytes = 8192;

std::uint64_t limit_of(const engine::Settings& settings) {
    return settings.limits.memory_bytes.value_or(engine::physical_memory_bytes());
}

/// A program's text for what some of its launches have in common.
struct Text {
    program::LaunchAssumptions assumptions;
    emit::Emitted emitted;
};
struct Kernel {
    Text text;
    Built library;
};

/// What an engine and all that it has prepared share.
struct Shared {
    Options options;
    Opened workshop;
    std::atomic<std::uint64_t> next_entry = 0;
};

Text text_of(Shared& shared, const program::CheckedProgram& program, program::LaunchAssumptions assumptions) {
    emit::Options options;
    options.entry = fmt::format("{}_{}", program.program().kernel, shared.next_entry++);
    options.checking = shared.options.checking;
    options.assumptions = assumptions;
    options.toggles = shared.options.toggles;
    Text text{std::move(assumptions), emit::emit(program, options)};
    if (shared.options.edit) text.emitted.text = shared.options.edit(std::move(text.emitted.text));
    return text;
}

/// By text.
std::vector<Built> build(const Shared& shared, std::span<const Text> texts, Deadline end) {
    std::vector<Unit> units;
    for (const Text& text : texts) units.push_back({text.emitted.entry, text.emitted.text});
    if (shared.workshop) return (*shared.workshop)->build(units, end);
    return std::vector<Built>(units.size(), Failure{engine::Failed{"compile", shared.workshop.error()}});
}

/// Texts of one program that are the same but for their entries, whatever they assume, are compiled once.
class Distinct {
public:
    /// The number of the text among those that are; it takes over the entry of the first that is the same.
    std::size_t add(const program::CheckedProgram& program, Text& text) {
        std::string rest = text.emitted.text;
        rest.erase(rest.find(text.emitted.entry), text.emitted.entry.size());
        const auto [place, is_new] = numbers_.try_emplace({&program, std::move(rest)}, texts_.size());
        if (is_new) {
            texts_.push_back(text);
        } else {
            text.emitted.entry = texts_[place->second].emitted.entry;
        }
        return place->second;
    }
    [[nodiscard]] std::span<const Text> texts() const { return texts_; }

private:
    std::map<std::pair<const program::CheckedProgram*, std::string>, std::size_t> numbers_;
    std::vector<Text> texts_;
};

class HostPrepared final : public engine::Prepared {
public:
    HostPrepared(std::shared_ptr<Shared> shared, const program::CheckedProgram& program, Kernel kernel)
        : shared_(std::move(shared)), program_(program), kernel_(std::move(kernel)) {}

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override;

private:
    const Kernel& kernel_for(const Buffers& buffers, Deadline end);
    [[nodiscard]] std::uint64_t bytes_of_blocks(const emit::Emitted& emitted, engine::Block grid) const;
    [[nodiscard]] std::vector<Slot> slots_of(const emit::Emitted& emitted, const Buffers& buffers) const;
    [[nodiscard]] Shape shape_of(const emit::Emitted& emitted, engine::Block grid, std::uint64_t seed) const;
    [[nodiscard]] engine::Outcome judged(const Answer& answer) const;
    [[nodiscard]] engine::Trapped never_arrives(const Answer& answer) const;

    std::shared_ptr<Shared> shared_;
    const program::CheckedProgram& program_;
    Kernel kernel_;
    std::optional<Kernel> general_;  ///< for launches that do not keep what the instance assumes
};

const Kernel& HostPrepared::kernel_for(const Buffers& buffers, Deadline end) {
    program::LaunchAssumptions actual = engine::assumptions_of(program_.program(), buffers.launch(), buffers.dims());
    actual.values.assign(buffers.dims().values.begin(), buffers.dims().values.end());
    const bool keeps = launch::keeps(kernel_.text.assumptions, actual);
    if (!keeps && !general_) general_ = Kernel{text_of(*shared_, program_, {}), Failure{engine::time_reached()}};
    Kernel& kernel = keeps ? kernel_ : *general_;
    // What was not compiled in the time of another is compiled in that of this launch.
    if (!kernel.library && std::holds_alternative<engine::Limited>(kernel.library.error()))
        kernel.library = build(*shared_, std::span(&kernel.text, 1), end).front();
    return kernel;
}

std::uint64_t HostPrepared::bytes_of_blocks(const emit::Emitted& emitted, engine::Block grid) const {
    const auto threads = static_cast<std::uint64_t>(program_.program().bounds.threads);
    const std::uint64_t records = threads * sizeof(ph::FaultRecord);
    if (!emitted.cooperative) return records + emitted.shared_bytes;
    const std::uint64_t block = emitted.shared_bytes + threads * resident_thread_bytes;
    const auto blocks = static_cast<std::uint64_t>(grid.x * grid.y * grid.z);
    if (blocks > std::numeric_limits<std::uint32_t>::max()) return std::numeric_limits<std::uint64_t>::max() / 2;
    return records + blocks * block;
}

std::vector<Slot> HostPrepared::slots_of(const emit::Emitted& emitted, const Buffers& buffers) const {
    const program::Program& program = program_.program();
    launch::Addresses offsets{std::vector<std::uint64_t>(program.tensors.size()), buffers.records_offset()};
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
        if (const auto* tensor = std::get_if<program::TensorId>(&program.parameters[i]))
            offsets.tensors[tensor->index] = buffers.offset(i);
    const std::vector<std::uint64_t> values =
        launch::packed(emitted.parameters, program, buffers.launch(), buffers.dims(), offsets);
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_offset = std::visit(Overloaded{[](const emit::TensorParameter&) { return true; },
                                                     [](const emit::FaultParameter&) { return true; },
                                                     [](const emit::DimParameter&) { return false; },
                                                     [](const emit::ScalarParameter&) { return false; }},
                                          emitted.parameters[i]);
        slots.push_back({values[i], is_offset});
    }
    return slots;
}

Shape HostPrepared::shape_of(const emit::Emitted& emitted, engine::Block grid, std::uint64_t seed) const {
    const program::Program& program = program_.program();
    return {{grid.x, grid.y, grid.z},
            static_cast<std::int32_t>(program.bounds.threads),
            program.lanes,
            emitted.shared_bytes,
            seed,
            shared_->options.order,
            emitted.cooperative};
}

/// coll-25
engine::Trapped HostPrepared::never_arrives(const Answer& answer) const {
    const program::SiteId site{answer.site};
    return engine::trapped(engine::never_arrives(answer.block),
                           {site, program_.site(site).span, {answer.block, 0, 0}, 0, 1});
}

engine::Outcome HostPrepared::judged(const Answer& answer) const {
    switch (answer.answered) {
        case Answered::completed: return engine::Finished{};
        case Answered::no_memory: return engine::memory_exceeded();
        case Answered::block_missing: return never_arrives(answer);
        case Answered::threads_disagree: return engine::Failed{"run", answer.text};
        case Answered::no_library: return engine::Failed{"load", answer.text};
        case Answered::no_kernel: return engine::Failed{"load", "the library lacks the kernel"};
    }
    return engine::Failed{"run", "the worker has answered what it does not say"};
}

engine::Outcome HostPrepared::launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) {
    auto* const own = dynamic_cast<Buffers*>(&buffers);
    PHOBOS_ASSERT(own != nullptr);
    if (const auto refused = launch::refusal("host", settings)) return *refused;
    Deadline end;
    if (settings.limits.time) end = Clock::now() + *settings.limits.time;
    const Kernel& kernel = kernel_for(*own, end);
    if (!kernel.library) return kernel.library.error();
    const emit::Emitted& emitted = kernel.text.emitted;
    if (grid.x * grid.y * grid.z == 0) return engine::Finished{};
    if (own->bytes() + bytes_of_blocks(emitted, grid) > limit_of(settings)) return engine::memory_exceeded();

    std::ranges::copy(launch::empty_fault_records(program_.program()), own->records().begin());
    const Request request{shape_of(emitted, grid, settings.seed),
                          (*kernel.library)->path(),
                          emitted.entry,
                          slots_of(emitted, *own),
                          own->file(),
                          own->file_bytes()};
    const auto ran = (*shared_->workshop)->run(request, end);
    if (const auto* failed = std::get_if<engine::Failed>(&ran)) return *failed;
    const Reply& reply = std::get<Reply>(ran);
    if (const auto* died = std::get_if<Died>(&reply)) return engine::Failed{"run", "the worker " + died->text};
    // A thread that met a fault goes on with other values, so that what comes after it says nothing.
    if (auto fault = launch::trapped(program_.program(), own->dims(), grid, own->records())) return *std::move(fault);
    if (const auto* answer = std::get_if<Answer>(&reply)) return judged(*answer);
    return engine::time_reached();
}

class HostEngine final : public engine::Engine {
public:
    explicit HostEngine(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

    [[nodiscard]] std::string_view name() const override { return "host"; }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        return prepare_by(instances, std::nullopt);
    }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare_by(
        std::span<const engine::Instance> instances, Deadline end) override {
        Distinct distinct;
        std::vector<std::pair<Text, std::size_t>> texts;
        for (const engine::Instance& instance : instances) {
            Text text = text_of(*shared_, *instance.program, instance.assumptions);
            const std::size_t number = distinct.add(*instance.program, text);
            texts.emplace_back(std::move(text), number);
        }
        const std::vector<Built> libraries = build(*shared_, distinct.texts(), end);
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepared;
        for (std::size_t i = 0; i < instances.size(); ++i) {
            auto& [text, number] = texts[i];
            prepared.emplace_back(std::make_unique<HostPrepared>(shared_, *instances[i].program,
                                                                 Kernel{std::move(text), libraries[number]}));
        }
        return prepared;
    }

    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program& program,
                                                                           engine::Launch launch,
                                                                           const engine::Settings& settings) override {
        auto dims = engine::bind(program, launch);
        if (!dims) return engine::Outcome(std::move(dims.error()));
        if (engine::bytes_of(launch) > limit_of(settings)) return engine::Outcome(engine::memory_exceeded());
        auto buffers = Buffers::upload(program, std::move(launch), std::move(*dims));
        if (!buffers) return engine::Outcome(std::move(buffers.error()));
        return std::unique_ptr<engine::Buffers>(std::move(*buffers));
    }

private:
    std::shared_ptr<Shared> shared_;
};

Opened open_workshop(const Options& options) {
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) return Failure{fmt::format("there is no folder for temporary files: {}", error.message())};
    const int jobs =
        options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return Workshop::open(
        parent,
        {options.compiler, options.worker, options.compile_time, jobs, options.optimising, options.toggles.collectives},
        options.worker);
}

}  // namespace

std::unique_ptr<engine::Engine> make_engine(Options options) {
    Opened workshop = open_workshop(options);
    return std::make_unique<HostEngine>(std::make_shared<Shared>(std::move(options), std::move(workshop)));
}

}  // namespace phobos::host
