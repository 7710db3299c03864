// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/engine.h"
#include "fuzz/oracle/judge.h"
#include "interp/plain/engine.h"
#include "lang/base/assert.h"
#include "lang/check/check.h"
#include "lang/syntax/parser.h"

/// Engines that are wrong on purpose, and cases by their text.
namespace phobos::fuzz::testing {

/// The evaluator of single threads with something wrong: in the program that it is given, or in what it leaves.
class WrongEngine final : public engine::Engine {
public:
    struct Wrong {
        std::function<void(program::Program&)> program = [](program::Program&) {};
        std::function<void(engine::Ran&)> ran = [](engine::Ran&) {};
        std::function<bool(const engine::Settings&)> is_wrong = [](const engine::Settings&) { return true; };
    };
    explicit WrongEngine(Wrong wrong, std::string_view name = "wrong") : wrong_(std::move(wrong)), name_(name) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> prepare(
        std::span<const engine::Instance> instances) override {
        std::vector<std::variant<std::unique_ptr<engine::Prepared>, engine::Unsupported>> all;
        for (const engine::Instance& instance : instances)
            all.emplace_back(std::make_unique<Ready>(wrong_, *instance.program));
        return all;
    }
    std::variant<std::unique_ptr<engine::Buffers>, engine::Outcome> upload(const program::Program&,
                                                                           engine::Launch launch,
                                                                           const engine::Settings&) override {
        return std::make_unique<Kept>(std::move(launch));
    }

private:
    struct Kept final : engine::Buffers {
        explicit Kept(engine::Launch given) : launch(std::move(given)) {}
        [[nodiscard]] engine::Tensor download(std::size_t parameter) const override {
            return parameter < ran.tensors.size() ? ran.tensors[parameter] : engine::Tensor(ScalarType::u8, {0}, {});
        }
        [[nodiscard]] engine::Tensor take(std::size_t parameter) override { return std::move(ran.tensors[parameter]); }
        [[nodiscard]] std::vector<std::size_t> damaged() const override { return ran.damaged; }

        engine::Launch launch;
        engine::Ran ran{engine::Finished{}, {}, {}};
    };
    struct Ready final : engine::Prepared {
        Ready(const Wrong& wrong, const program::CheckedProgram& checked) : wrong_(wrong), program_(checked.program()) {
            wrong.program(program_);
        }
        engine::Outcome launch(engine::Buffers& buffers, engine::Block, const engine::Settings& settings) override {
            auto& kept = dynamic_cast<Kept&>(buffers);
            kept.ran = plain::observe(program_, {}, kept.launch, settings).ran;
            if (wrong_.is_wrong(settings)) wrong_.ran(kept.ran);
            return kept.ran.outcome;
        }
        const Wrong& wrong_;
        program::Program program_;
    };

    Wrong wrong_;
    std::string_view name_;
};

/// A case whose tensors, all of one axis of so many elements, hold 0, 1, 2 ..., and whose scalars are 1.
inline Generated case_of_text(std::string text, std::int64_t elements = 32, engine::Block grid = {1, 1, 1}) {
    const SourceFile source("case.ph", std::move(text));
    const check::Checked checked = check::check(source, {}, {});
    PHOBOS_ASSERT(checked.kernels.size() == 1);
    const program::Program& program = checked.kernels.front().program();
    engine::Launch launch{{}, grid};
    for (const program::Parameter& parameter : program.parameters) {
        if (const auto* local = std::get_if<program::LocalId>(&parameter)) {
            launch.arguments.emplace_back(engine::Scalar{program.locals[local->index].type, {1}});
            continue;
        }
        auto tensor =
            engine::make_zeroed(program.tensors[std::get<program::TensorId>(parameter).index].element, {elements});
        PHOBOS_ASSERT(tensor.has_value());
        for (std::uint64_t i = 0; i < tensor->elements(); ++i) tensor->store(i, {i % 100});
        launch.arguments.emplace_back(engine::OwnTensor{std::move(*tensor), 0});
    }
    return {syntax::parse(source).file, 32, std::move(launch)};
}

}  // namespace phobos::fuzz::testing
