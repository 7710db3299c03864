// SPDX-License-Identifier: Apache-2.0
#include "tools/emit/assumptions.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/base/nearest.h"

namespace phobos::tools {
namespace {

using diagnostics::Code;
using engine::LaunchError;
using program::Congruence;

/// Facts go up to multiples of 128.
constexpr int most_log2 = 7;

Congruence multiple_of(std::int64_t number) {
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(number));
    return {static_cast<std::uint8_t>(std::min(zeros, most_log2)), 0};
}

/// The places in `names` that a word means: one, or all.
Result<std::vector<std::size_t>, std::string> named(const std::vector<std::string_view>& names,
                                                    const std::string& name) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == "*" || names[i] == name) places.push_back(i);
    if (!places.empty() || name == "*") return places;
    const auto near = nearest(name, names);
    return Failure{near ? fmt::format("; did you mean '{}'?", *near) : std::string()};
}

class Reading {
public:
    Reading(const program::Program& program, const EmitOptions& options) : program_(program), options_(options) {
        for (const program::Dim& dim : program.dims) dims_.emplace_back(dim.name);
        for (const program::Tensor& tensor : program.tensors) tensors_.emplace_back(tensor.name);
        assumptions_.dims.resize(dims_.size());
        assumptions_.values.resize(dims_.size());
        assumptions_.addresses.resize(tensors_.size());
    }

    Result<program::LaunchAssumptions, LaunchError> read() {
        for (const NamedNumber& each : options_.multiples)
            for (const std::size_t i : places(Code::launch_dim, "--multiple", "dim", dims_, each.name))
                widen(assumptions_.dims[i], multiple_of(each.number));
        for (const NamedNumber& each : options_.aligned)
            for (const std::size_t i : places(Code::launch_argument_unknown, "--align", "tensor", tensors_, each.name))
                widen(assumptions_.addresses[i], multiple_of(each.number));
        for (const NamedNumber& each : options_.dims) read_value(each);
        if (failure_) return Failure{std::move(*failure_)};
        return std::move(assumptions_);
    }

private:
    void fail(Code code, std::string message) {
        if (!failure_) failure_ = LaunchError{code, std::move(message)};
    }

    std::vector<std::size_t> places(Code code, std::string_view option, std::string_view what,
                                    const std::vector<std::string_view>& names, const std::string& name) {
        auto found = named(names, name);
        if (found) return std::move(*found);
        fail(code, fmt::format("{} {}: {} has no such {}{}", option, name, program_.kernel, what, found.error()));
        return {};
    }

    /// Of two multiples both hold: powers of two, so the larger.
    static void widen(Congruence& known, Congruence more) {
        if (more.log2_modulus > known.log2_modulus) known = more;
    }

    void read_value(const NamedNumber& dim) {
        for (const std::size_t i : places(Code::launch_dim, "--dim", "dim", dims_, dim.name)) {
            const std::int64_t declared = program_.dims[i].multiple;
            if (dim.number % declared != 0)
                fail(Code::launch_dim_multiple, fmt::format("--dim {}={}: it must be a multiple of {} (@aligned)",
                                                            dims_[i], dim.number, declared));
            const auto mask = static_cast<std::uint64_t>((1 << assumptions_.dims[i].log2_modulus) - 1);
            if ((static_cast<std::uint64_t>(dim.number) & mask) != 0)
                fail(Code::launch_dim_multiple,
                     fmt::format("--dim {}={} is not the multiple that --multiple says", dims_[i], dim.number));
            assumptions_.values[i] = dim.number;
            constexpr std::uint64_t low = (1U << most_log2) - 1;
            assumptions_.dims[i] = {most_log2, static_cast<std::uint8_t>(static_cast<std::uint64_t>(dim.number) & low)};
        }
    }

    const program::Program& program_;
    const EmitOptions& options_;
    std::vector<std::string_view> dims_;
    std::vector<std::string_view> tensors_;
    program::LaunchAssumptions assumptions_;
    std::optional<LaunchError> failure_;
};

}  // namespace

Result<program::LaunchAssumptions, LaunchError> assumptions_of(const program::Program& program,
                                                               const EmitOptions& options) {
    return Reading(program, options).read();
}

}  // namespace phobos::tools
