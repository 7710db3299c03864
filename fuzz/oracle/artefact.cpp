// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/artefact.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/io/named_launch.h"
#include "engine/io/outcome_json.h"
#include "engine/io/staged_file.h"
#include "engine/io/value_text.h"
#include "fuzz/generate/walk.h"
#include "fuzz/oracle/tolerated.h"
#include "interp/plain/interval.h"
#include "lang/base/overloaded.h"
#include "lang/syntax/parser.h"
#include "spec-tests/harness/suite.h"
#include "spec-tests/harness/trial.h"

namespace phobos::fuzz {
namespace {

constexpr std::size_t words_in_a_text = 16;
constexpr std::string_view prefix = "fuzz-";  ///< of names

/// The elements' bits in texts of so many words.
Json bits_of(const engine::Tensor& tensor) {
    Json texts = Json::array();
    std::string text;
    for (std::uint64_t i = 0; i < tensor.elements(); ++i) {
        if (!text.empty()) text += ' ';
        text += tensor.is_written(i) ? io::bits_text(tensor.element(), tensor.load(i)) : "-";
        if ((i + 1) % words_in_a_text != 0 && i + 1 != tensor.elements()) continue;
        texts.push_back(std::exchange(text, {}));
    }
    return texts;
}

Json argument_json(const program::Program& program, const engine::Argument& argument) {
    return std::visit(Overloaded{
                          [&](const engine::OwnTensor& own) -> Json {
                              Json json{{"shape", engine::spelling_of_shape(own.tensor.shape())}};
                              if (own.tensor.elements() == 0) {
                                  json["values"] = Json::array();
                              } else {
                                  json["bits"] = bits_of(own.tensor);
                              }
                              if (own.byte_offset != 0) json["byte_offset"] = own.byte_offset;
                              return json;
                          },
                          [&](const engine::ViewOf& view) -> Json {
                              Json json{{"alias", io::name_of(program, program.parameters[view.parameter])},
                                        {"shape", engine::spelling_of_shape(view.shape)}};
                              if (view.byte_offset != 0) json["byte_offset"] = view.byte_offset;
                              return json;
                          },
                          [](const engine::Scalar& scalar) -> Json {
                              if (scalar.type == ScalarType::boolean) return scalar.value.bits != 0;
                              return io::value_text(scalar.type, scalar.value);
                          },
                      },
                      argument);
}

Json expectations(const program::Program& program, const engine::Launch& launch, const engine::Ran& right) {
    Json expect = Json::object();
    const bool is_known = std::holds_alternative<engine::Finished>(right.outcome);
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        if (std::holds_alternative<program::LocalId>(program.parameters[i])) continue;
        const auto* own = std::get_if<engine::OwnTensor>(&launch.arguments[i]);
        const bool is_same = !is_known || (own != nullptr && own->tensor == right.tensors[i]);
        Json& expected = expect[io::name_of(program, program.parameters[i])];
        if (is_exempt(program, std::get<program::TensorId>(program.parameters[i]))) {
            expected = {{"recipe", "zeros"}, {"undefined", fmt::format("0-{}", own->tensor.elements() - 1)}};
        } else if (is_same) {
            expected = "unchanged";
        } else {
            expected = {{"bits", bits_of(right.tensors[i])}};
        }
    }
    return expect;
}

Json fault_json(const engine::Trapped& trapped, const SourceFile& source) {
    const engine::Place& place = trapped.place;
    return {{"kind", engine::row(trapped.kind).spelling},
            {"line", source.position(place.span.begin).line},
            {"block", {place.block.x, place.block.y, place.block.z}},
            {"warp", place.warp},
            {"lanes", io::ranges_text(io::lanes_of(place.lanes))}};
}

std::string_view feature_of(const syntax::Call& call, Builtin builtin) {
    if (call.over) return "collectives";
    switch (family(builtin)) {
        case BuiltinFamily::collective: return "collectives";
        case BuiltinFamily::run: return "runs";
        case BuiltinFamily::atomic: return "atomics";
        case BuiltinFamily::tile: return "tiles";
        case BuiltinFamily::shuffle: return builtin == Builtin::ballot ? "ballot" : "shuffles";
        case BuiltinFamily::order: return builtin == Builtin::grid_barrier ? "grid-barrier" : "barrier";
        case BuiltinFamily::elementwise:
            return plain::bound_ulp(builtin, ScalarType::f32) != 0 ? "transcendentals" : "";
        case BuiltinFamily::query: return "";
    }
    return "";
}

/// What an implementation must have, by the text.
std::vector<std::string> features_of(const Trial& trial) {
    std::set<std::string> features;
    if (trial.parsed.items.size() > 1) features.insert("functions");
    const std::string& text = trial.given.file.items.empty() ? "" : std::string(trial.source->text());
    for (const std::string_view type : {"f16", "bf16", "f64", "i64"})
        if (text.find(type) != std::string::npos) features.insert(std::string(type));
    for_each_statement_of(trial.parsed, [&](const syntax::Statement& statement) {
        const auto* var = std::get_if<syntax::Var>(&statement.node);
        if (var != nullptr && var->type && std::holds_alternative<syntax::TileTypeUse>(var->type->node))
            features.insert("shared");
    });
    for_each_expression_of(trial.parsed, [&](const syntax::Expression& expression) {
        const auto* call = std::get_if<syntax::Call>(&expression.node);
        if (call == nullptr) return;
        const auto found = builtin(call->callee.text);
        if (found && !feature_of(*call, *found).empty()) features.insert(std::string(feature_of(*call, *found)));
    });
    return {features.begin(), features.end()};
}

Result<Done, std::string> write_text(const std::filesystem::path& path, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    if (auto done = io::write_file(path.string(), bytes); !done) return Failure{done.error().text};
    return Done{};
}

}  // namespace

std::string name_of_case(std::uint64_t number) { return fmt::format("{}{}", prefix, number); }

std::uint64_t number_of_case(std::string_view name) {
    std::uint64_t number = 0;
    if (!name.starts_with(prefix)) return number;
    name.remove_prefix(prefix.size());
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
}

Json case_of(const Trial& trial, const engine::Ran& right, std::string_view id, std::string_view note) {
    const program::Program& program = trial.program()->program();
    const engine::Launch& launch = trial.given.launch;
    const auto* trapped = std::get_if<engine::Trapped>(&right.outcome);
    Json json{{"id", id},
              {"language", io::case_language},
              {"rules", {"exec-1"}},
              {"features", features_of(trial)},
              {"kind", trapped != nullptr ? "fault" : "run"},
              {"note", note},
              {"lanes", {trial.given.lanes}}};
    if (trapped != nullptr) json["fault"] = fault_json(*trapped, *trial.source);
    Json given{{"grid", fmt::format("{}, {}, {}", launch.grid.x, launch.grid.y, launch.grid.z)},
               {"arguments", Json::object()}};
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        given["arguments"][io::name_of(program, program.parameters[i])] = argument_json(program, launch.arguments[i]);
    if (trapped == nullptr) given["expect"] = expectations(program, launch, right);
    json["launches"] = Json::array({std::move(given)});
    return json;
}

Result<std::filesystem::path, std::string> write_artefact(const Trial& trial, std::string_view note,
                                                          const std::filesystem::path& folder, std::string_view name) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const std::filesystem::path stem = folder / name;
    const std::filesystem::path path = stem.string() + ".json";
    if (auto done = write_text(stem.string() + ".ph", trial.source->text()); !done) return Failure{done.error()};
    const Json json = case_of(trial, run_reference(trial), name, note);
    if (auto done = write_text(path, json_text(json) + "\n"); !done) return Failure{done.error()};
    return path;
}

Result<Generated, std::string> read_artefact(std::filesystem::path path) {
    path.replace_extension(".json");
    const auto loaded = harness::load_case(path);
    if (!loaded) return Failure{loaded.error()};
    const io::Case& found = loaded->expectations;
    if (found.launches.empty()) return Failure{fmt::format("{} has no launch", path.string())};
    const io::CaseLaunch& launch = found.launches.front();
    if (!launch.settings.empty())
        return Failure{fmt::format("{} sets autotune constants, which generated cases do not have", path.string())};
    const int lanes = launch.lanes.front();
    const check::Checked checked = harness::checked(*loaded, lanes, {});
    const program::CheckedProgram* kernel = harness::find_kernel(found, checked);
    if (kernel == nullptr || checked.kernels.size() != 1)
        return Failure{fmt::format("{} is not the case of one kernel that the checker accepts", path.string())};
    auto given = io::resolve(kernel->program(), launch.launch);
    if (!given) return Failure{fmt::format("{}: {}", path.string(), given.error().message)};
    return Generated{syntax::parse(loaded->source).file, lanes, std::move(*given), {}, number_of_case(found.id)};
}

}  // namespace phobos::fuzz
