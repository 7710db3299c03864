// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/engine.h"

#include <optional>
#include <utility>
#include <vector>

#include "interp/plain/buffers.h"
#include "interp/plain/grid.h"
#include "interp/plain/lower.h"
#include "lang/base/assert.h"

namespace phobos::plain {
namespace {

Observing observing(const engine::Settings& settings) {
    return settings.checks.levels ? Observing::values : Observing::nothing;
}

class PlainPrepared final : public engine::Prepared {
public:
    PlainPrepared(const program::CheckedProgram& program, Schedule schedule)
        : program_(&program), schedule_(schedule) {}

    engine::Outcome launch(engine::Buffers& buffers, engine::Block grid, const engine::Settings& settings) override {
        const auto* plain = dynamic_cast<const PlainBuffers*>(&buffers);
        PHOBOS_ASSERT(plain != nullptr);
        std::optional<Code>& code = settings.checks.levels ? observed_code_ : code_;
        if (!code) code = lower(program_->program(), observing(settings));
        const auto evaluated = evaluate<ScalarBits>({program_->program(), *code, program_->levels().expressions, *plain,
                                                     plain->tensors(), grid, settings, schedule_});
        return std::get<engine::Outcome>(evaluated.ending);
    }

private:
    const program::CheckedProgram* program_;
    Schedule schedule_;
    std::optional<Code> code_;
    std::optional<Code> observed_code_;
};

class PlainEngine final : public engine::Engine {
public:
    explicit PlainEngine(Schedule schedule) : schedule_(schedule) {}

    [[nodiscard]] std::string_view name() const override { return "reference"; }

    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> result;
        for (const engine::Instance& instance : instances)
            result.emplace_back(std::make_unique<PlainPrepared>(*instance.program, schedule_));
        return result;
    }

    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program& program,
                                                                           engine::Launch launch,
                                                                           const engine::Settings& settings) override {
        auto made = PlainBuffers::make(program, std::move(launch), settings);
        if (auto* outcome = std::get_if<engine::Outcome>(&made)) return std::move(*outcome);
        return std::get<0>(std::move(made));
    }

private:
    Schedule schedule_;
};

}  // namespace

std::unique_ptr<engine::Engine> make_engine(Schedule schedule) { return std::make_unique<PlainEngine>(schedule); }

Observed observe(const program::Program& program, std::span<const Level> claims, const engine::Launch& launch,
                 const engine::Settings& settings, const RaceRules& race_rules) {
    auto made = PlainBuffers::make(program, launch, settings);
    if (auto* outcome = std::get_if<engine::Outcome>(&made)) return {{std::move(*outcome), {}, {}}, {}};
    const auto buffers = std::get<0>(std::move(made));
    const Code code = lower(program, observing(settings));
    Evaluated evaluated = evaluate<ScalarBits>(
        {program, code, claims, *buffers, buffers->tensors(), launch.grid, settings, Schedule::ascending, race_rules});
    Observed observed{{std::get<engine::Outcome>(std::move(evaluated.ending)), {}, buffers->damaged()},
                      std::move(evaluated.precision)};
    for (std::size_t i = 0; i < program.parameters.size(); ++i) observed.ran.tensors.push_back(buffers->download(i));
    return observed;
}

}  // namespace phobos::plain
