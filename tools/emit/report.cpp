// SPDX-License-Identifier: Apache-2.0
#include "tools/emit/report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::tools {
namespace {

/// A parameter of the function.
struct Told {
    std::string kind;
    std::string name;
    std::string type;
};

Told told(const program::Program& program, const emit::Parameter& parameter) {
    return std::visit(
        Overloaded{[&](const emit::TensorParameter& tensor) {
                       const program::Tensor& declared = program.tensors[tensor.tensor.index];
                       return Told{"tensor", declared.name, std::string(spelling(declared.element))};
                   },
                   [&](const emit::DimParameter& dim) { return Told{"dim", program.dims[dim.dim.index].name, "i32"}; },
                   [&](const emit::ScalarParameter& scalar) {
                       const program::Local& local = program.locals[scalar.local.index];
                       return Told{"scalar", local.name, std::string(spelling(local.type))};
                   },
                   [](const emit::FaultParameter&) { return Told{"fault-records", "", ""}; }},
        parameter);
}

/// The most dynamic shared memory of a CTA, as the CUDA programming guide lists it by compute capability.
struct SharedRow {
    std::string_view architecture;
    std::uint64_t bytes;
};
constexpr std::uint64_t kib = 1024;
constexpr std::array shared_rows{
    SharedRow{"sm_75", 64 * kib},   SharedRow{"sm_80", 163 * kib},  SharedRow{"sm_86", 99 * kib},
    SharedRow{"sm_87", 163 * kib},  SharedRow{"sm_89", 99 * kib},   SharedRow{"sm_90", 227 * kib},
    SharedRow{"sm_100", 227 * kib}, SharedRow{"sm_103", 227 * kib}, SharedRow{"sm_110", 227 * kib},
    SharedRow{"sm_120", 99 * kib},  SharedRow{"sm_121", 99 * kib},
};

}  // namespace

std::string excess_text(const program::Program& program, const emit::Emitted& emitted, std::string_view architecture) {
    const std::string_view numbered = architecture.substr(0, architecture.find_last_of("0123456789") + 1);
    const auto* const found = std::ranges::find(shared_rows, numbered, &SharedRow::architecture);
    if (found == shared_rows.end() || emitted.shared_bytes <= found->bytes) return "";
    return fmt::format(
        "{}: a CTA on {} has {} bytes of shared memory: this kernel cannot be launched there; smaller tiles, or fewer "
        "that live at once, take less\n",
        program.kernel, numbered, found->bytes);
}

std::string report_text(const program::Program& program, const emit::Emitted& emitted) {
    std::vector<std::string> parameters;
    for (const emit::Parameter& parameter : emitted.parameters) {
        const Told each = told(program, parameter);
        parameters.push_back(each.name.empty() ? "fault records" : each.name + ": " + each.type);
        if (each.kind == "tensor") parameters.back() += "*";
    }
    return fmt::format("{}: {}({}), {} threads, {} bytes of dynamic shared memory{}\n", program.kernel, emitted.entry,
                       fmt::join(parameters, ", "), program.bounds.threads, emitted.shared_bytes,
                       emitted.cooperative ? ", cooperative" : "");
}

std::string report_text(const program::Program& program, const std::string& architecture,
                        const nvrtc::Resources& resources) {
    return fmt::format(
        "{}: {}: {} registers, {} bytes of stack, {} bytes spilled to and {} back, {} bytes of static shared and {} of "
        "constant memory\n",
        program.kernel, architecture, resources.registers, resources.stack_bytes, resources.spill_stores,
        resources.spill_loads, resources.shared_bytes, resources.constant_bytes);
}

Json report_json(const program::Program& program, const emit::Emitted& emitted) {
    Json json{{"kernel", program.kernel},
              {"entry", emitted.entry},
              {"threads", program.bounds.threads},
              {"shared_bytes", emitted.shared_bytes},
              {"cooperative", emitted.cooperative}};
    json["parameters"] = Json::array();
    for (const emit::Parameter& parameter : emitted.parameters) {
        const Told each = told(program, parameter);
        Json one{{"kind", each.kind}};
        if (!each.name.empty()) one["name"] = each.name;
        if (!each.type.empty()) one["type"] = each.type;
        json["parameters"].push_back(std::move(one));
    }
    return json;
}

Json report_json(const nvrtc::Resources& resources) {
    return Json{{"registers", resources.registers},
                {"stack_bytes", resources.stack_bytes},
                {"spill_store_bytes", resources.spill_stores},
                {"spill_load_bytes", resources.spill_loads},
                {"static_shared_bytes", resources.shared_bytes},
                {"constant_bytes", resources.constant_bytes},
                {"barriers", resources.barriers}};
}

}  // namespace phobos::tools
