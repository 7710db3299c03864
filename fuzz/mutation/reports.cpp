// SPDX-License-Identifier: Apache-2.0
// Launches that are judged, carried out or told of otherwise: what a driver around a right engine gets wrong.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fuzz/mutation/registry.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::mutation {
namespace {

using engine::Launch;
using engine::LaunchError;
using engine::Ran;
using program::Program;
using Code = diagnostics::Code;

// --- launch errors ---

/// Errors that no case can have, which gives its arguments by name and names its kernel.
std::string_view why_no_case_has(Code code) {
    if (code == Code::launch_argument_count) return "arguments are given by name: one too many is an unknown one";
    if (code == Code::launch_kernel) return "a case names its kernel";
    return "";
}

/// What a launch is made of, beside the rule that the table names for its error.
std::string_view rule_beside(Code code) {
    if (code == Code::launch_argument_missing || code == Code::launch_argument_unknown) return "ctx-36";
    return code == Code::launch_dim ? "ctx-7" : "";
}

void add_refusals(Faults& faults) {
    for (const diagnostics::CodeRow& row : diagnostics::code_rows) {
        if (row.number < 700 || row.number >= 800 || row.rule.empty()) continue;
        faults.push_back(
            {id_of({row.name, "accepted"}),
             mutation::rules_of(fmt::format("{} ctx-39 {}", row.rule, rule_beside(row.code))),
             OnRefusal{[code = row.code](const Program&, const Launch&, std::optional<LaunchError>& error) {
                 if (!error || error->code != code) return false;
                 error.reset();
                 return true;
             }},
             std::string(why_no_case_has(row.code))});
    }
}

/// A launch that is fine is refused.
struct Refused {
    std::string_view id;
    std::string_view rules;
    Code code;
    bool (*is_refused)(const Program&, const Launch&);
};
const engine::OwnTensor* own(const engine::Argument& argument) { return std::get_if<engine::OwnTensor>(&argument); }
template <class Is>
bool any_tensor(const Launch& launch, Is is) {
    return std::ranges::any_of(launch.arguments, [&](const engine::Argument& argument) {
        const auto* tensor = own(argument);
        return tensor != nullptr && is(*tensor);
    });
}
bool reads_and_aliases(const Program&, const Launch& launch) {
    return std::ranges::any_of(launch.arguments, [](const engine::Argument& argument) {
        return std::holds_alternative<engine::ViewOf>(argument);
    });
}
constexpr Refused refused[]{
    {"unaligned-argument-refused", "ctx-10 run-32", Code::launch_alignment,
     [](const Program&, const Launch& launch) {
         return any_tensor(launch, [](const engine::OwnTensor& own) { return own.byte_offset % 16 != 0; });
     }},
    {"empty-grid-refused", "exec-2 ctx-37", Code::launch_grid,
     [](const Program&, const Launch& launch) { return launch.grid.x * launch.grid.y * launch.grid.z == 0; }},
    {"second-axis-of-the-grid-refused", "ctx-36 ctx-37", Code::launch_grid,
     [](const Program&, const Launch& launch) { return launch.grid.y > 1; }},
    {"third-axis-of-the-grid-refused", "ctx-36 ctx-37", Code::launch_grid,
     [](const Program&, const Launch& launch) { return launch.grid.z > 1; }},
    {"empty-tensor-refused", "type-11 ctx-7 type-9", Code::launch_dim,
     [](const Program&, const Launch& launch) {
         return any_tensor(launch, [](const engine::OwnTensor& own) { return own.tensor.elements() == 0; });
     }},
    {"overlapping-arguments-refused", "ctx-9", Code::launch_overlap, reads_and_aliases},
    {"unwritten-argument-refused", "exec-19", Code::launch_argument_missing,
     [](const Program&, const Launch& launch) {
         return any_tensor(launch, [](const engine::OwnTensor& own) { return own.tensor.tracks_writes(); });
     }},
    {"rank-4-argument-refused", "type-9", Code::launch_rank,
     [](const Program&, const Launch& launch) {
         return any_tensor(launch, [](const engine::OwnTensor& own) { return own.tensor.rank() == 4; });
     }},
    {"scalar-refused", "ctx-3 ctx-38", Code::launch_scalar,
     [](const Program&, const Launch& launch) {
         return std::ranges::any_of(launch.arguments, [](const engine::Argument& argument) {
             return std::holds_alternative<engine::Scalar>(argument);
         });
     }},
    {"setting-that-is-no-choice-refused", "ctx-18", Code::launch_kernel,
     [](const Program& program, const Launch&) {
         return std::ranges::any_of(program.tunables, [](const program::Tunable& tunable) {
             return (tunable.value & (tunable.value - 1)) != 0;
         });
     }},
};

// --- launches that are carried out otherwise ---

struct Launched {
    std::string_view id;
    std::string_view rules;
    bool (*change)(const Program&, Launch&);
};
bool shrink(std::int64_t& extent) {
    if (extent < 2) return false;
    extent -= 1;
    return true;
}
template <class Change>
bool change_scalars(const Program& program, Launch& launch, Change change) {
    bool changed = false;
    for (engine::Argument& argument : launch.arguments)
        if (auto* scalar = std::get_if<engine::Scalar>(&argument)) changed = change(program, *scalar) || changed;
    return changed;
}
template <class Change>
bool change_tensors(Launch& launch, Change change) {
    bool changed = false;
    for (engine::Argument& argument : launch.arguments)
        if (auto* tensor = std::get_if<engine::OwnTensor>(&argument)) changed = change(tensor->tensor) || changed;
    return changed;
}
constexpr Launched launched[]{
    {"last-block-is-left-out", "exec-1", [](const Program&, Launch& launch) { return shrink(launch.grid.x); }},
    {"last-row-of-blocks-is-left-out", "exec-1", [](const Program&, Launch& launch) { return shrink(launch.grid.y); }},
    {"last-layer-of-blocks-is-left-out", "exec-1",
     [](const Program&, Launch& launch) { return shrink(launch.grid.z); }},
    {"axes-of-the-grid-are-swapped", "ctx-36 ctx-31",
     [](const Program&, Launch& launch) {
         std::swap(launch.grid.x, launch.grid.y);
         return launch.grid.x != launch.grid.y;
     }},
    {"last-axes-of-the-grid-are-swapped", "ctx-36 ctx-31",
     [](const Program&, Launch& launch) {
         std::swap(launch.grid.y, launch.grid.z);
         return launch.grid.y != launch.grid.z;
     }},
    {"empty-grid-runs-a-block", "exec-2",
     [](const Program&, Launch& launch) {
         const bool changed = launch.grid.x * launch.grid.y * launch.grid.z == 0;
         if (changed) launch.grid = {1, 1, 1};
         return changed;
     }},
    {"only-the-first-block-runs", "exec-1 exec-3",
     [](const Program&, Launch& launch) {
         const bool changed = launch.grid.x * launch.grid.y * launch.grid.z > 1;
         launch.grid = {1, 1, 1};
         return changed;
     }},
    {"scalars-are-zero", "ctx-3 ctx-36",
     [](const Program& program, Launch& launch) {
         return change_scalars(program, launch, [](const Program&, engine::Scalar& scalar) {
             const bool changed = scalar.value.bits != 0;
             scalar.value.bits = 0;
             return changed;
         });
     }},
    {"scalars-lose-their-upper-half", "ctx-3 type-1",
     [](const Program& program, Launch& launch) {
         return change_scalars(program, launch, [](const Program&, engine::Scalar& scalar) {
             const int half = bits(scalar.type) / 2;
             const std::uint64_t kept = scalar.value.bits & ((std::uint64_t{1} << half) - 1);
             const bool changed = scalar.type != ScalarType::boolean && kept != scalar.value.bits;
             if (changed) scalar.value.bits = kept;
             return changed;
         });
     }},
    {"bools-above-one-read-as-false", "type-4 run-7",
     [](const Program&, Launch& launch) {
         return change_tensors(launch, [](engine::Tensor& tensor) {
             bool changed = false;
             if (tensor.element() != ScalarType::boolean) return false;
             for (std::byte& byte : tensor.bytes())
                 if (byte > std::byte{1}) byte = std::byte{0}, changed = true;
             return changed;
         });
     }},
    {"subnormal-arguments-are-zero", "type-6",
     [](const Program&, Launch& launch) {
         return change_tensors(launch, [](engine::Tensor& tensor) {
             if (!is_float(tensor.element())) return false;
             bool changed = false;
             const int fraction = row(tensor.element()).significand - 1;
             const std::uint64_t sign = std::uint64_t{1} << (bits(tensor.element()) - 1);
             for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
                 const std::uint64_t value = tensor.load(i).bits;
                 const bool is_subnormal = (value & ~sign) != 0 && (value & ~sign) >> fraction == 0;
                 if (!is_subnormal || !tensor.is_written(i)) continue;
                 tensor.store(i, {value & sign});
                 changed = true;
             }
             return changed;
         });
     }},
    {"unwritten-arguments-are-zero", "run-9 exec-19",
     [](const Program&, Launch& launch) {
         return change_tensors(launch, [](engine::Tensor& tensor) { return tensor.zero_unwritten() > 0; });
     }},
    {"bytes-are-swapped", "type-3",
     [](const Program&, Launch& launch) {
         return change_tensors(launch, [](engine::Tensor& tensor) {
             const std::size_t size = tensor.element_bytes();
             if (size == 1) return false;
             for (std::size_t at = 0; at < tensor.bytes().size(); at += size)
                 std::ranges::reverse(tensor.bytes().subspan(at, size));
             return !tensor.bytes().empty();
         });
     }},
};

// --- what a launch leaves ---

struct Left {
    std::string_view id;
    std::string_view rules;
    bool (*change)(const Program&, const Launch&, Ran&);
    std::string_view equivalent = {};
};
template <class Change>
bool change_results(Ran& ran, Change change) {
    bool changed = false;
    for (engine::Tensor& tensor : ran.tensors)
        if (tensor.rank() > 0) changed = change(tensor) || changed;
    return changed;
}
/// Changes the values of floats, as bits without the sign and the exponent's mask.
template <class Change>
bool change_floats(Ran& ran, Change change) {
    return change_results(ran, [&](engine::Tensor& tensor) {
        if (!is_float(tensor.element())) return false;
        bool changed = false;
        const int fraction = row(tensor.element()).significand - 1;
        const std::uint64_t sign = std::uint64_t{1} << (bits(tensor.element()) - 1);
        const std::uint64_t infinity = (sign - 1) >> fraction << fraction;
        for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
            if (!tensor.is_written(i)) continue;
            const std::uint64_t before = tensor.load(i).bits;
            const std::uint64_t after = change(before, sign, infinity);
            if (after == before) continue;
            tensor.store(i, {after});
            changed = true;
        }
        return changed;
    });
}
constexpr Left left[]{
    {"nan-has-another-payload", "type-7 num-18",
     [](const Program&, const Launch&, Ran& ran) {
         return change_floats(ran, [](std::uint64_t value, std::uint64_t sign, std::uint64_t infinity) {
             return (value & ~sign) > infinity ? (value ^ sign) | 1 : value;
         });
     },
     "which NaN it is does not count (num-18)"},
    {"zeros-are-positive", "num-16 num-18",
     [](const Program&, const Launch&, Ran& ran) {
         return change_floats(
             ran, [](std::uint64_t value, std::uint64_t sign, std::uint64_t) { return value == sign ? 0 : value; });
     }},
    {"nan-is-infinity", "num-17 num-18",
     [](const Program&, const Launch&, Ran& ran) {
         return change_floats(ran, [](std::uint64_t value, std::uint64_t sign, std::uint64_t infinity) {
             return (value & ~sign) > infinity ? infinity : value;
         });
     }},
    {"infinity-is-nan", "num-18 num-13",
     [](const Program&, const Launch&, Ran& ran) {
         return change_floats(ran, [](std::uint64_t value, std::uint64_t sign, std::uint64_t infinity) {
             return (value & ~sign) == infinity ? value | 1 : value;
         });
     }},
    {"last-element-is-not-written", "exec-19 exec-13",
     [](const Program&, const Launch& launch, Ran& ran) {
         bool changed = false;
         for (std::size_t i = 0; i < ran.tensors.size(); ++i) {
             const auto* before = own(launch.arguments[i]);
             const std::uint64_t elements = ran.tensors[i].elements();
             if (before == nullptr || elements == 0) continue;
             const ScalarBits old = before->tensor.load(elements - 1);
             changed = changed || !(old == ran.tensors[i].load(elements - 1));
             ran.tensors[i].store(elements - 1, old);
         }
         return changed;
     }},
    {"unwritten-elements-are-zero", "exec-19",
     [](const Program&, const Launch&, Ran& ran) {
         return change_results(ran, [](engine::Tensor& tensor) { return tensor.zero_unwritten() > 0; });
     }},
    {"bool-is-stored-as-two", "type-4 run-7",
     [](const Program&, const Launch&, Ran& ran) {
         return change_results(ran, [](engine::Tensor& tensor) {
             if (tensor.element() != ScalarType::boolean) return false;
             bool changed = false;
             for (std::byte& byte : tensor.bytes())
                 if (byte == std::byte{1}) byte = std::byte{2}, changed = true;
             return changed;
         });
     }},
    {"memory-around-an-argument-is-written", "exec-19 run-4",
     [](const Program&, const Launch&, Ran& ran) {
         if (ran.tensors.empty()) return false;
         ran.damaged.push_back(0);
         return true;
     }},
    {"results-are-those-of-the-arguments", "exec-19 type-12 exec-24",
     [](const Program&, const Launch& launch, Ran& ran) {
         bool changed = false;
         for (std::size_t i = 0; i < ran.tensors.size(); ++i) {
             const auto* before = own(launch.arguments[i]);
             if (before == nullptr) continue;
             changed = changed || !(before->tensor == ran.tensors[i]);
             ran.tensors[i] = before->tensor;
         }
         return changed;
     }},
};

// --- faults of the program ---

/// The rules by which each kind is undefined.
std::string_view rules_of(engine::FaultKind kind) {
    switch (kind) {
        case engine::FaultKind::out_of_bounds: return "run-4 run-17 exec-33";
        case engine::FaultKind::index: return "run-24 run-27 exec-33";
        case engine::FaultKind::division: return "num-3 tile-26 stmt-20 exec-33";
        case engine::FaultKind::shift: return "num-5 tile-26 exec-33";
        case engine::FaultKind::step: return "stmt-22 exec-33";
        case engine::FaultKind::uninitialised: return "run-9 tile-50 exec-33 exec-15";
        case engine::FaultKind::race: return "exec-20 exec-23 exec-25 exec-26 exec-28 exec-29 run-34 coll-24";
        case engine::FaultKind::grid_barrier: return "coll-25";
    }
    return {};
}

template <class Change>
OnRan telling(Change change) {
    return {[change](const Program& program, const Launch& launch, Ran& ran) {
        auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
        return trapped != nullptr && change(program, launch, *trapped);
    }};
}

void add_faults_of_programs(Faults& faults) {
    for (const engine::FaultRow& row : engine::fault_rows) {
        const auto rules = mutation::rules_of(rules_of(row.kind));
        faults.push_back({id_of({"fault", row.spelling, "not-reported"}), rules,
                          OnRan{[kind = row.kind](const Program&, const Launch&, Ran& ran) {
                              const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
                              if (trapped == nullptr || trapped->kind != kind) return false;
                              ran.outcome = engine::Finished{};
                              return true;
                          }}});
        faults.push_back({id_of({"fault", row.spelling, "of-another-kind"}), rules,
                          telling([kind = row.kind](const Program&, const Launch&, engine::Trapped& trapped) {
                              if (trapped.kind != kind) return false;
                              trapped.kind = kind == engine::FaultKind::division ? engine::FaultKind::shift
                                                                                 : engine::FaultKind::division;
                              return true;
                          })});
    }
    const auto add = [&](std::string_view id, std::string_view rules, auto change) {
        faults.push_back({std::string(id), mutation::rules_of(rules), telling(change)});
    };
    add("fault-is-told-at-the-kernel", "exec-32", [](const Program& program, const Launch&, engine::Trapped& trapped) {
        trapped.place.span = program.body.statements.empty() ? Span{} : program.body.statements.front().span;
        return true;
    });
    add("fault-is-told-of-the-first-block", "exec-32", [](const Program&, const Launch&, engine::Trapped& trapped) {
        return !(std::exchange(trapped.place.block, {0, 0, 0}) == engine::Block{0, 0, 0});
    });
    add("fault-is-told-of-the-first-warp", "exec-32 tile-45",
        [](const Program&, const Launch&, engine::Trapped& trapped) {
            return std::exchange(trapped.place.warp, 0) != 0;
        });
    add("fault-is-told-of-all-lanes", "exec-32 exec-5 exec-6 tile-45",
        [](const Program& program, const Launch&, engine::Trapped& trapped) {
            const std::uint64_t all = program.lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << 32) - 1;
            return std::exchange(trapped.place.lanes, all) != all;
        });
    add("fault-is-told-of-the-first-lane", "exec-32 tile-45 tile-51",
        [](const Program&, const Launch&, engine::Trapped& trapped) {
            return std::exchange(trapped.place.lanes, 1) != 1;
        });
    add("values-of-a-fault-are-zero", "exec-32 tile-51", [](const Program&, const Launch&, engine::Trapped& trapped) {
        for (engine::FaultValue& value : trapped.values) value.bits = {};
        return !trapped.values.empty();
    });
    add("element-of-a-tile-fault-is-the-first", "tile-51 tile-26",
        [](const Program&, const Launch&, engine::Trapped& trapped) {
            bool changed = false;
            for (engine::FaultValue& value : trapped.values)
                if (value.name == "element") changed = std::exchange(value.bits, {}).bits != 0;
            return changed;
        });
}

void add_messages(Faults& faults) {
    faults.push_back({"launch-error-names-nothing",
                      {"ctx-6"},
                      OnRefusal{[](const Program&, const Launch&, std::optional<LaunchError>& error) {
                          if (!error) return false;
                          error->message = "the launch is wrong";
                          return true;
                      }}});
    faults.push_back({"fault-after-a-launch-error",
                      {"ctx-39"},
                      OnRefusal{[](const Program&, const Launch&, std::optional<LaunchError>& error) {
                          if (!error) return false;
                          error->code = Code::fault_out_of_bounds;
                          return true;
                      }}});
}

}  // namespace

Faults report_faults() {
    Faults faults;
    add_refusals(faults);
    for (const Refused& row : refused)
        faults.push_back(
            {std::string(row.id), mutation::rules_of(row.rules),
             OnRefusal{[row](const Program& program, const Launch& launch, std::optional<LaunchError>& error) {
                 if (error || !row.is_refused(program, launch)) return false;
                 error = LaunchError{row.code, "the launch is refused"};
                 return true;
             }}});
    for (const Launched& row : launched)
        faults.push_back({std::string(row.id), mutation::rules_of(row.rules), OnLaunch{row.change}});
    for (const Left& row : left)
        faults.push_back(
            {std::string(row.id), mutation::rules_of(row.rules), OnRan{row.change}, std::string(row.equivalent)});
    add_faults_of_programs(faults);
    add_messages(faults);
    return faults;
}

}  // namespace phobos::mutation
