// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/contest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "backend/launch/parameters.h"
#include "lang/base/assert.h"
#include "lang/source/source_file.h"
#include "tests/places.h"

namespace phobos::bench {
namespace {

/// From either end of what is written, so many elements are compared.
constexpr std::size_t compared_elements = 1U << 16U;
constexpr int iterations = 10;

std::int64_t value_of(const Problem& problem, const std::string& name) {
    const auto found = std::ranges::find(problem.dims, name, &std::pair<std::string, std::int64_t>::first);
    PHOBOS_ASSERT(found != problem.dims.end());
    return found->second;
}

program::CheckedProgram checked(const Problem& problem) {
    const std::string path = (places::repository() / problem.source).string();
    check::Checked result = check::check(SourceFile(path, source_text(problem.source)), {32}, problem.settings);
    PHOBOS_ASSERT(result.kernels.size() == 1);
    return std::move(result.kernels.front());
}

/// Multiples of 16 among the dims, and the addresses that the driver gives.
program::LaunchAssumptions assumptions_of(const program::Program& program, const engine::BoundDims& dims) {
    program::LaunchAssumptions result;
    for (const std::int64_t value : dims.values)
        result.dims.push_back(value % 16 == 0 ? program::Congruence{4, 0} : program::Congruence{});
    result.addresses.assign(program.tensors.size(), program::Congruence{4, 0});
    return result;
}

/// A kernel with the parameters of each set.
struct Ready {
    device::Kernel kernel;
    Shape shape;
    std::vector<std::vector<std::uint64_t>> slots;
};

Enqueue launching(Card& card, Ready ready) {
    return [&card, ready = std::make_shared<Ready>(std::move(ready))](std::size_t turn) {
        card.launch(ready->kernel, ready->shape, ready->slots[turn % ready->slots.size()]);
    };
}

unsigned threads_of(const program::Program& program) { return static_cast<unsigned>(program.bounds.threads); }

Enqueue ours(const program::CheckedProgram& program, const Arguments& arguments, const Problem& problem) {
    Card& card = arguments.card();
    const auto emitted = emit::emit(
        program, {"kernel", emit::Checking::nothing, assumptions_of(program.program(), arguments.dims()), nullptr});
    return launching(card, {card.compile(emitted.text, emitted.entry, emitted.shared_bytes),
                            {problem.grid, threads_of(program.program()), emitted.shared_bytes},
                            arguments.slots(emitted.parameters)});
}

/// The largest difference relative to the largest value; none is small enough where everything is 0.
double difference(const std::vector<double>& expected, const std::vector<double>& found) {
    double largest = 0;
    double apart = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(expected[i]));
        const double distance = std::abs(expected[i] - found[i]);
        apart = std::isnan(distance) ? std::numeric_limits<double>::infinity() : std::max(apart, distance);
    }
    return largest == 0 ? std::numeric_limits<double>::infinity() : apart / largest;
}

/// A problem with everybody who computes it, made when the first of its benchmarks runs.
struct Contest {
    Contest(Card& card, const Problem& problem)
        : program(checked(problem)), arguments(card, program.program(), problem) {}

    program::CheckedProgram program;
    Arguments arguments;
    std::map<std::string, Contender> contenders;
};

Contender judged(const Arguments& arguments, Contender contender, const std::vector<double>& expected,
                 double tolerance) {
    if (!contender) return contender;
    const double apart = difference(expected, arguments.results(*contender));
    if (!std::isfinite(apart)) return Failure{std::string("its results are no numbers, or there are none but 0")};
    if (apart > tolerance) return Failure{fmt::format("its result is wrong, by {:.3g} of the largest value", apart)};
    return contender;
}

std::unique_ptr<Contest> make_contest(Card& card, const Problem& problem) {
    auto contest = std::make_unique<Contest>(card, problem);
    const Arguments& arguments = contest->arguments;
    Contender mine = ours(contest->program, arguments, problem);
    std::vector<double> expected = arguments.results(*mine);
    for (const Rival& reference : problem.references) {
        const Contender other = reference.make(arguments);
        PHOBOS_ASSERT(other.has_value());
        expected = arguments.results(*other);
        mine = judged(arguments, std::move(mine), expected, reference.tolerance);
    }
    contest->contenders.emplace("ours", std::move(mine));
    for (const Rival& rival : problem.rivals)
        contest->contenders.emplace(rival.who, judged(arguments, rival.make(arguments), expected, rival.tolerance));
    return contest;
}

/// What a row tells beside the time: the work of a launch, its speed, and the clock.
void count(benchmark::State& state, const Work& work, double seconds) {
    switch (work.unit) {
        case Work::Unit::bytes:
            state.counters["bytes"] = work.amount;
            state.counters["GB/s"] = work.amount / seconds * 1e-9;
            return;
        case Work::Unit::flop:
            state.counters["flop"] = work.amount;
            state.counters["TFLOP/s"] = work.amount / seconds * 1e-12;
            return;
        case Work::Unit::dp4a: state.counters["dp4a"] = work.amount; return;
    }
}

void measure(benchmark::State& state, Card& card, const Enqueue& enqueue, const Work& work, int launches) {
    card.time(enqueue, 1);
    double seconds = 0;
    double megahertz = 0;
    for (auto _ : state) {
        const Timing each = card.time(enqueue, launches);
        state.SetIterationTime(each.seconds);
        seconds += each.seconds;
        megahertz += each.megahertz;
    }
    const auto turns = static_cast<double>(state.iterations());
    count(state, work, seconds / turns);
    state.counters["MHz"] = megahertz / turns;
    if (work.unit != Work::Unit::dp4a) return;
    const double cycles = card.cycles(enqueue);
    if (cycles == 0) return state.SkipWithError("the counters of cycles do not go on from launch to launch");
    state.counters["cycles"] = cycles;
    state.counters["dp4a/clock"] = work.amount / cycles;
}

template <class Function>
void add_benchmark(const std::string& name, Function function) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(function))
        ->Iterations(iterations)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

Arguments::Arguments(Card& card, const program::Program& program, const Problem& problem)
    : card_(card), program_(program), grid_(problem.grid), tensors_(problem.sets) {
    for (const program::Dim& dim : program.dims) dims_.values.push_back(value_of(problem, dim.name));
    for (const program::Tensor& tensor : program.tensors) {
        std::size_t elements = 1;
        for (const program::Extent& extent : tensor.shape) {
            const auto* dim = std::get_if<program::DimId>(&extent);
            elements *=
                static_cast<std::size_t>(dim == nullptr ? std::get<std::int64_t>(extent) : dims_.values[dim->index]);
        }
        elements_.push_back(elements);
        for (std::vector<device::Memory>& set : tensors_) {
            set.push_back(card.allocate(elements * row(tensor.element).bytes));
            card.fill(set.back(), tensor.element, elements, elements_.size());
        }
    }
    for (const program::Parameter& parameter : program.parameters)
        if (const auto* local = std::get_if<program::LocalId>(&parameter))
            launch_.arguments.emplace_back(engine::Scalar{program.locals[local->index].type, {problem.scalar}});
        else
            launch_.arguments.emplace_back(engine::ViewOf{0, 0, ScalarType::f32, {}});
}

std::vector<std::vector<std::uint64_t>> Arguments::slots(std::span<const emit::Parameter> parameters) const {
    std::vector<std::vector<std::uint64_t>> result;
    for (const std::vector<device::Memory>& set : tensors_) {
        launch::Addresses addresses;
        for (const device::Memory& tensor : set) addresses.tensors.push_back(tensor.address());
        result.push_back(launch::packed(parameters, program_, launch_, dims_, addresses));
    }
    return result;
}

std::vector<device::Address> Arguments::addresses(const std::string& tensor) const {
    const auto found = std::ranges::find(program_.tensors, tensor, &program::Tensor::name);
    PHOBOS_ASSERT(found != program_.tensors.end());
    const auto index = static_cast<std::size_t>(found - program_.tensors.begin());
    std::vector<device::Address> result;
    for (const std::vector<device::Memory>& set : tensors_) result.push_back(set[index].address());
    return result;
}

std::vector<double> Arguments::results(const Enqueue& enqueue) const {
    const auto found = std::ranges::find(program_.tensors, true, &program::Tensor::written);
    PHOBOS_ASSERT(found != program_.tensors.end());
    const auto index = static_cast<std::size_t>(found - program_.tensors.begin());
    const device::Memory& memory = tensors_.front()[index];
    card_.fill(memory, found->element, elements_[index], index + 1);
    enqueue(0);
    const std::size_t count = std::min(compared_elements, elements_[index]);
    std::vector<double> values = card_.read(memory, found->element, 0, count);
    const std::vector<double> last = card_.read(memory, found->element, elements_[index] - count, count);
    values.insert(values.end(), last.begin(), last.end());
    return values;
}

Rival by_hand(const std::string& name, std::span<const check::Setting> settings, double tolerance) {
    std::string text;
    for (const check::Setting& setting : settings) text += fmt::format("#define {} {}\n", setting.name, setting.value);
    text += source_text(fmt::format("bench/peers/{}.cu", name));
    return {"peer",
            [text](const Arguments& arguments) -> Contender {
                std::vector<emit::Parameter> parameters;
                for (const program::Parameter& parameter : arguments.program().parameters)
                    if (const auto* tensor = std::get_if<program::TensorId>(&parameter))
                        parameters.emplace_back(emit::TensorParameter{*tensor});
                    else
                        parameters.emplace_back(emit::ScalarParameter{std::get<program::LocalId>(parameter)});
                for (std::uint32_t i = 0; i < arguments.program().dims.size(); ++i)
                    parameters.emplace_back(emit::DimParameter{program::DimId{i}});
                Card& card = arguments.card();
                return launching(card, {card.compile(text, "peer", 0),
                                        {arguments.grid(), threads_of(arguments.program())},
                                        arguments.slots(parameters)});
            },
            tolerance};
}

void add(Card& card, Problem problem) {
    const auto shared = std::make_shared<const Problem>(std::move(problem));
    const auto contest = std::make_shared<std::unique_ptr<Contest>>();
    std::vector<std::string> names{"ours"};
    for (const Rival& rival : shared->rivals) names.push_back(rival.who);
    for (const std::string& who : names)
        add_benchmark(fmt::format("{}/{}", shared->name, who), [&card, shared, contest, who](benchmark::State& state) {
            if (!*contest) *contest = make_contest(card, *shared);
            const Contender& contender = (*contest)->contenders.at(who);
            if (!contender) return state.SkipWithError(contender.error().c_str());
            measure(state, card, *contender, shared->work, shared->launches);
        });
}

void add_alone(Card& card, const std::string& name, Work work, std::function<Enqueue()> make) {
    const auto made = std::make_shared<Enqueue>();
    add_benchmark(name, [&card, work, make = std::move(make), made](benchmark::State& state) {
        if (!*made) *made = make();
        measure(state, card, *made, work, 1);
    });
}

}  // namespace phobos::bench
