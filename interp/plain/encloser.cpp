// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/encloser.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/fault_text.h"
#include "interp/plain/buffers.h"
#include "interp/plain/grid.h"
#include "interp/plain/interval.h"
#include "interp/plain/lower.h"

namespace phobos::plain {
namespace {

/// The tensors of a launch with memory for upper bounds beside that of the lower ones: at first both are the arguments.
class UpperBounds {
public:
    /// Nothing where the memory cannot be had.
    static std::optional<UpperBounds> beside(std::span<const View> tensors) {
        UpperBounds result;
        for (View view : tensors) {
            auto [entry, is_new] = result.of_.try_emplace(view.allocation, nullptr);
            if (is_new) {
                auto made = Allocation::make(view.allocation->bytes().size(), 0);
                if (!made) return std::nullopt;
                std::ranges::copy(view.allocation->bytes(), made->bytes().begin());
                entry->second = &result.allocations_.emplace_back(*std::move(made));
            }
            view.upper = entry->second;
            result.views_.push_back(view);
        }
        return result;
    }
    [[nodiscard]] std::span<const View> views() const { return views_; }

private:
    std::deque<Allocation> allocations_;
    std::unordered_map<const Allocation*, Allocation*> of_;
    std::vector<View> views_;
};

engine::Tensor upper_tensor(engine::Tensor low, const View& view) {
    View upper = view;
    upper.allocation = view.upper;
    for (std::uint64_t i = 0; i < low.elements(); ++i)
        if (low.is_written(i)) low.store(i, upper.read(static_cast<std::int64_t>(i)));
    return low;
}

std::vector<engine::Enclosure> enclosures(const program::Program& program, const PlainBuffers& buffers,
                                          std::span<const View> views) {
    std::vector<engine::Enclosure> result;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        engine::Tensor low = buffers.download(i);
        const auto* id = std::get_if<program::TensorId>(&program.parameters[i]);
        engine::Tensor high = id == nullptr ? low : upper_tensor(low, views[id->index]);
        result.push_back({std::move(low), std::move(high)});
    }
    return result;
}

class PlainEncloser final : public engine::Encloser {
public:
    Result<std::vector<engine::Enclosure>, engine::NotEnclosed> enclose(const program::CheckedProgram& checked,
                                                                        engine::Launch launch,
                                                                        const engine::Settings& settings) override {
        const program::Program& program = checked.program();
        const engine::Block grid = launch.grid;
        auto made = PlainBuffers::make(program, std::move(launch), settings);
        if (auto* outcome = std::get_if<engine::Outcome>(&made)) return Failure{engine::NotEnclosed{*outcome}};
        const auto buffers = std::get<0>(std::move(made));

        engine::Settings own = settings;
        own.checks.levels = false;
        own.checks.races = false;
        if (own.limits.memory_bytes) *own.limits.memory_bytes -= std::min(*own.limits.memory_bytes, buffers->bytes());
        const auto upper = UpperBounds::beside(buffers->tensors());
        if (!upper) return Failure{engine::NotEnclosed{engine::Outcome{engine::memory_exceeded()}}};

        const Code code = lower(program, Observing::nothing);
        const Evaluated evaluated = evaluate<Interval>({program, code, {}, *buffers, upper->views(), grid, own});
        if (const auto* undecided = std::get_if<engine::Undecided>(&evaluated.ending))
            return Failure{engine::NotEnclosed{*undecided}};
        const auto& outcome = std::get<engine::Outcome>(evaluated.ending);
        if (!std::holds_alternative<engine::Finished>(outcome)) return Failure{engine::NotEnclosed{outcome}};
        return enclosures(program, *buffers, upper->views());
    }
};

}  // namespace

std::unique_ptr<engine::Encloser> make_encloser() { return std::make_unique<PlainEncloser>(); }

}  // namespace phobos::plain
