// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutation/implementation.h"

#include <string>
#include <utility>

#include "interp/plain/engine.h"
#include "lang/base/assert.h"
#include "lang/syntax/parser.h"

namespace phobos::mutation {
namespace {

// A fault of another seam is one of a whole implementation too: it is planted below.
static_assert(std::variant_size_v<Seam> == 8);

/// The launch until it was run, then what it left.
class FaultyBuffers final : public engine::Buffers {
public:
    explicit FaultyBuffers(engine::Launch launch) : launch_(std::move(launch)) {}

    [[nodiscard]] engine::Tensor download(std::size_t parameter) const override { return ran_.tensors[parameter]; }
    [[nodiscard]] engine::Tensor take(std::size_t parameter) override { return std::move(ran_.tensors[parameter]); }
    [[nodiscard]] std::vector<std::size_t> damaged() const override { return ran_.damaged; }

    [[nodiscard]] const engine::Launch& launch() const { return launch_; }
    void leave(engine::Ran ran) { ran_ = std::move(ran); }

private:
    engine::Launch launch_;
    engine::Ran ran_{engine::Finished{}, {}, {}};
};

class FaultyPrepared final : public engine::Prepared {
public:
    FaultyPrepared(const Fault& fault, const program::Program& program)
        : fault_(&fault), sound_(&program), program_(program) {
        if (const auto* seam = std::get_if<OnProgram>(&fault.seam)) seam->change(program_);
    }

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override {
        auto* faulty = dynamic_cast<FaultyBuffers*>(&buffers);
        PHOBOS_ASSERT(faulty != nullptr);
        engine::Launch given = faulty->launch();
        given.grid = grid;
        if (const auto* seam = std::get_if<OnLaunch>(&fault_->seam)) seam->change(*sound_, given);
        plain::RaceRules race_rules;
        if (const auto* seam = std::get_if<OnRaces>(&fault_->seam)) seam->change(race_rules);
        engine::Ran ran = plain::observe(program_, {}, given, settings, race_rules).ran;
        if (const auto* seam = std::get_if<OnRan>(&fault_->seam)) seam->change(*sound_, faulty->launch(), ran);
        engine::Outcome outcome = ran.outcome;
        faulty->leave(std::move(ran));
        return outcome;
    }

private:
    const Fault* fault_;
    const program::Program* sound_;
    program::Program program_;
};

class FaultyEngine final : public engine::Engine {
public:
    explicit FaultyEngine(const Fault& fault) : fault_(&fault) {}

    [[nodiscard]] std::string_view name() const override { return fault_->id; }
    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepared;
        for (const engine::Instance& instance : instances)
            prepared.emplace_back(std::make_unique<FaultyPrepared>(*fault_, instance.program->program()));
        return prepared;
    }
    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program&,
                                                                           engine::Launch launch,
                                                                           const engine::Settings&) override {
        return std::make_unique<FaultyBuffers>(std::move(launch));
    }

private:
    const Fault* fault_;
};

}  // namespace

check::Checked faulty_check(const Fault& fault, const SourceFile& source, check::Target target,
                            const std::vector<check::Setting>& settings) {
    if (const auto* seam = std::get_if<OnSource>(&fault.seam))
        if (const auto text = seam->change(source.text()))
            return check::check(SourceFile(source.name(), *text), target, settings);
    syntax::Parsed parsed = syntax::parse(source);
    check::Checked found{{}, parsed.diagnostics};
    if (!parsed.diagnostics.has_errors()) {
        if (const auto* seam = std::get_if<OnTree>(&fault.seam)) seam->change(parsed.file);
        found = check::check(parsed.file, target, settings);
        found.diagnostics.add(parsed.diagnostics);
    }
    if (const auto* seam = std::get_if<OnAnswer>(&fault.seam)) {
        seam->change({source, target.lanes, settings}, found.diagnostics);
        if (found.diagnostics.has_errors()) found.kernels.clear();
    }
    return found;
}

std::unique_ptr<engine::Engine> make_faulty_engine(const Fault& fault) { return std::make_unique<FaultyEngine>(fault); }

void judge_launch(const Fault& fault, const program::Program& program, const engine::Launch& launch,
                  std::optional<engine::LaunchError>& error) {
    if (const auto* seam = std::get_if<OnRefusal>(&fault.seam)) seam->change(program, launch, error);
}

}  // namespace phobos::mutation
