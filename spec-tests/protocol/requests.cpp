// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "engine/io/value_text.h"
#include "lang/base/base64.h"
#include "lang/base/overloaded.h"
#include "lang/source/unicode.h"
#include "spec-tests/protocol/fields.h"
#include "spec-tests/protocol/wire.h"

namespace phobos::protocol {
namespace {

using io::CaseValue;

constexpr std::array<std::string_view, 4> commands{"hello", "check", "run", "bye"};
enum class Command : std::uint8_t { hello, check, run, bye };

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (!character.code_point) return false;
        text.remove_prefix(character.bytes);
    }
    return true;
}

Json json_of(const Argument& argument) {
    return std::visit(Overloaded{[](const TensorArgument& tensor) {
                                     Json json{{"name", tensor.name},
                                               {"type", spelling(tensor.element)},
                                               {"shape", tensor.shape},
                                               {"buffer", tensor.buffer},
                                               {"byte_offset", tensor.byte_offset}};
                                     if (!tensor.unwritten.empty()) json["unwritten"] = ranges_text(tensor.unwritten);
                                     return json;
                                 },
                                 [](const ScalarArgument& scalar) {
                                     return Json{{"name", scalar.name},
                                                 {"type", spelling(scalar.type)},
                                                 {"bits", io::bits_text(scalar.type, scalar.value)},
                                                 {"literal", io::value_text(scalar.type, scalar.value)}};
                                 },
                                 [](const Misfit& misfit) {
                                     Json json{{"name", misfit.name}, {"type", spelling(misfit.type)}};
                                     if (misfit.literal) json["literal"] = *misfit.literal;
                                     return json;
                                 }},
                      argument);
}

void put(Json& json, const Program& program) {
    json["id"] = program.id;
    json["file"] = program.file;
    if (is_utf8(program.source))
        json["source"] = program.source;
    else
        json["source_base64"] = base64_text(std::as_bytes(std::span(program.source)));
    if (program.kernel) json["kernel"] = *program.kernel;
    json["lanes"] = program.lanes;
    json["set"] = Json::object();
    for (const io::NamedValue& setting : program.settings) json["set"][setting.name] = setting.value;
    json["features"] = program.features;
}

void put(Json& json, const RunRequest& run) {
    put(json, run.program);
    if (run.grid) json["grid"] = *run.grid;
    for (const io::NamedValue& dim : run.dims) json["dims"][dim.name] = dim.value;
    json["arguments"] = Json::array();
    for (const Argument& argument : run.arguments) json["arguments"].push_back(json_of(argument));
    json["buffers"] = Json::array();
    for (const Buffer& buffer : run.buffers) json["buffers"].push_back(json_of(buffer));
}

/// Requires the members of an object, whose others are ignored.
void require(const CaseValue& object, std::span<const std::string_view> names) {
    if (!object.is_object()) return object.complain("an object is expected");
    for (const std::string_view name : names) object.require(name);
}

std::vector<io::NamedValue> named_integers_of(const CaseValue& value) {
    std::vector<io::NamedValue> named;
    for (const auto& [name, number] : value.members())
        named.push_back({name, number.integer(std::numeric_limits<std::int64_t>::min(), most_integer)});
    return named;
}

Program program_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 2> needed{"id", "lanes"};
    require(value, needed);
    if (!value.has("source_base64")) value.require("source");
    Program program{text_of(value, "id"), text_of(value, "file"), text_of(value, "source"), {}, 32, {}, {}};
    if (const auto source = value.find("source_base64")) {
        const auto bytes = base64_bytes(source->text());
        if (!bytes) source->complain("base64 with padding, in one line, is expected");
        if (bytes) program.source.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    if (const auto kernel = value.find("kernel")) program.kernel = kernel->text();
    if (const auto lanes = value.find("lanes")) program.lanes = static_cast<int>(lanes->integer(32, 64));
    if (program.lanes != 32 && program.lanes != 64) value.complain("lanes is 32 or 64");
    if (const auto set = value.find("set")) program.settings = named_integers_of(*set);
    if (const auto features = value.find("features")) program.features = texts_of(*features);
    return program;
}

std::optional<ScalarType> type_of(const CaseValue& argument) {
    const auto type = argument.find("type");
    if (!type) return std::nullopt;
    const auto found = scalar_type(type->text());
    if (!found) type->complain("a scalar type of the language is expected");
    return found;
}

ScalarArgument scalar_of(const CaseValue& value) {
    const ScalarType type = type_of(value).value_or(ScalarType::i32);
    ScalarArgument scalar{text_of(value, "name"), type, {}};
    const auto bits = io::parse_bits(text_of(value, "bits"), type);
    if (!bits) value.complain("bits: " + bits.error().text);
    if (bits) scalar.value = *bits;
    return scalar;
}

TensorArgument tensor_of(const CaseValue& value, std::size_t buffers) {
    constexpr std::array<std::string_view, 3> needed{"shape", "buffer", "byte_offset"};
    require(value, needed);
    TensorArgument tensor{text_of(value, "name"), type_of(value).value_or(ScalarType::i32), {}, 0, 0, {}};
    if (const auto shape = value.find("shape"))
        for (const CaseValue& extent : shape->list()) tensor.shape.push_back(extent.integer(0, most_integer));
    if (const auto buffer = value.find("buffer"))
        tensor.buffer = static_cast<std::size_t>(buffer->integer(0, static_cast<std::int64_t>(buffers) - 1));
    if (const auto offset = value.find("byte_offset"))
        tensor.byte_offset = static_cast<std::uint64_t>(offset->integer(0, most_integer));
    if (const auto unwritten = value.find("unwritten")) {
        const auto ranges = io::parse_ranges(unwritten->text());
        if (!ranges) unwritten->complain("ranges are expected, as in 0-3,17");
        if (ranges) tensor.unwritten = *ranges;
    }
    return tensor;
}

Misfit misfit_of(const CaseValue& value) {
    Misfit misfit{text_of(value, "name"), type_of(value).value_or(ScalarType::i32), {}};
    const auto literal = value.find("literal");
    if (!literal) return misfit;
    misfit.literal = literal->text();
    if (!io::is_literal(*misfit.literal)) literal->complain("a literal of the language is expected");
    return misfit;
}

/// A scalar has bits, a tensor a buffer, and what fits no parameter neither.
Argument argument_of(const CaseValue& value, std::size_t buffers) {
    if (value.has("bits")) return scalar_of(value);
    if (value.has("buffer") || value.has("shape") || value.has("byte_offset")) return tensor_of(value, buffers);
    return misfit_of(value);
}

/// A runner of version 1 names no newest version.
HelloRequest hello_of(const CaseValue& value) {
    const auto version_of = [&](std::string_view name, int otherwise) {
        const auto version = value.find(name);
        return version ? static_cast<int>(version->integer(1, most_version)) : otherwise;
    };
    HelloRequest hello;
    hello.oldest = version_of("protocol", oldest_protocol);
    hello.newest = version_of("newest_protocol", hello.oldest);
    if (hello.newest < hello.oldest) value.complain("newest_protocol is older than protocol");
    return hello;
}

RunRequest run_of(const CaseValue& value) {
    constexpr std::array<std::string_view, 2> needed{"arguments", "buffers"};
    require(value, needed);
    RunRequest run{program_of(value), {}, std::nullopt, {}, {}};
    if (const auto dims = value.find("dims")) run.dims = named_integers_of(*dims);
    if (const auto buffers = value.find("buffers"))
        for (const CaseValue& buffer : buffers->list()) run.buffers.push_back(buffer_of(buffer));
    if (const auto grid = value.find("grid")) {
        const auto extents = grid->list();
        if (extents.size() != 3) grid->complain("three extents are expected");
        run.grid.emplace();
        for (std::size_t i = 0; i < extents.size() && i < 3; ++i)
            (*run.grid)[i] = extents[i].integer(std::numeric_limits<std::int64_t>::min(), most_integer);
    }
    constexpr std::array<std::string_view, 2> of_all{"name", "type"};
    if (const auto arguments = value.find("arguments"))
        for (const CaseValue& argument : arguments->list()) {
            require(argument, of_all);
            run.arguments.push_back(argument_of(argument, run.buffers.size()));
        }
    return run;
}

}  // namespace

std::string line_of(const Request& request) {
    Json json{{"seq", request.seq}, {"command", ""}, {"budget_ms", request.budget.count()}};
    const auto command = [&](Command which) { json["command"] = commands[static_cast<std::size_t>(which)]; };
    std::visit(Overloaded{[&](const HelloRequest& hello) {
                              command(Command::hello);
                              json["protocol"] = hello.oldest;
                              json["language"] = io::case_language;
                              json["newest_protocol"] = hello.newest;
                          },
                          [&](const CheckRequest& check) {
                              command(Command::check);
                              put(json, check.program);
                          },
                          [&](const RunRequest& run) {
                              command(Command::run);
                              put(json, run);
                          },
                          [&](const ByeRequest&) { command(Command::bye); }},
               request.what);
    return line_of(json);
}

Result<Request, BadRequest> parse_request(std::string_view line) {
    const auto json = parse_json(line);
    if (!json) return Failure{BadRequest{std::nullopt, "the line is no JSON value"}};
    io::Complaint complaint;
    const CaseValue value(*json, "", complaint);
    constexpr std::array<std::string_view, 2> needed{"seq", "command"};
    require(value, needed);
    Request request;
    request.seq = seq_of(*json).value_or(0);
    if (const auto budget = value.find("budget_ms"))
        request.budget = std::chrono::milliseconds(budget->integer(0, most_integer));
    const auto command = value.find("command");
    switch (command ? static_cast<Command>(command->choice(commands)) : Command::bye) {
        case Command::hello: request.what = hello_of(value); break;
        case Command::check: request.what = CheckRequest{program_of(value)}; break;
        case Command::run: request.what = run_of(value); break;
        case Command::bye: request.what = ByeRequest{}; break;
    }
    if (!seq_of(*json)) value.complain("seq must be an integer of at least 0");
    if (complaint.first()) return Failure{BadRequest{seq_of(*json), *complaint.first()}};
    return request;
}

}  // namespace phobos::protocol
